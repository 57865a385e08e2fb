import { fileURLToPath } from 'node:url';

/** A line of a stack: the function that was called, and its place. Line and column count from 1. */
type StackFrame = { called: string; path: string; line: number; column: number };

const frame = /^\s*at (?:async )?(?:(.+?) \()?(?:file:\/\/)?([^()]+?):(\d+):(\d+)\)?$/;
const rooms = fileURLToPath(new URL('../../', import.meta.url));
const ownRooms = ['blobs', 'contract', 'database', 'engine', 'state', 'worker'].map((room) => `${rooms}${room}/`);

/** Returns the frame that a line of a stack is, as V8 prints it. `undefined` for any other line. */
export function parseFrame(text: string): StackFrame | undefined {
  const [, called = '', path = '', line = '', column = ''] = frame.exec(text) ?? [];
  return path === '' ? undefined : { called, path, line: Number(line), column: Number(column) };
}

/** Returns whether a module belongs to the code of a task type: not to Node, to a library or to Taskdeck. */
export function isOwnModule(path: string): boolean {
  if (path.startsWith('node:') || path === '<anonymous>') return false;
  return !/[\\/]node_modules[\\/]/.test(path) && !ownRooms.some((room) => path.startsWith(room));
}
