import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { messageShape, type TaskError } from '#contract';

/** What the cause of a failure is told by. */
export type Failure = Omit<TaskError, 'fingerprint'> & { type: string };

/** Changes with the rules, so that groups of different rules never mix. */
const version = 2;
const maximumFrames = 5;
const frame = /^\s*at (?:async )?(?:(.+?) \()?(?:file:\/\/)?([^()]+?):\d+:\d+\)?$/;
/** A code or HTTP status at the start of a message. */
const leadingCode = /^\[?(?:[A-Z]{1,8}[-_]?\d{1,6}|\d{3})\b/;
const rooms = fileURLToPath(new URL('../../', import.meta.url));
const ownRooms = ['blobs', 'contract', 'database', 'engine', 'state', 'worker'].map((room) => `${rooms}${room}/`);

/**
 * Returns a text that is equal for failures of one cause: a hash of type, step, error name and code, and of the frames
 * in the stack that belong to the handler's code. A stack without such frames counts by its message's shape. Line
 * numbers do not count, so a fingerprint outlives most changes of the code.
 */
export function fingerprintOf({ type, step = '', name, code = '', message, stack }: Failure): string {
  const frames = framesOf(stack);
  const place = frames.length > 0 ? [leadingCode.exec(message)?.[0] ?? '', ...frames] : [messageShape(message)];
  return hashOf(type, step, name, code, ...place);
}

/** Returns the fingerprint of failures for which a task type gave the same text. */
export function givenFingerprint(type: string, text: string): string {
  return hashOf(type, 'given', text);
}

function hashOf(...parts: string[]): string {
  const hash = createHash('sha256').update(parts.join('\u0001')).digest('hex').slice(0, 16);
  return `${version}-${hash}`;
}

/** The frames of the handler's own code, from the throwing one, as function and module. */
function framesOf(stack = ''): string[] {
  const frames = stack.split('\n').flatMap((line) => {
    const [, called = '', path = ''] = frame.exec(line) ?? [];
    return isOwn(path) ? [`${called.replace(/^(?:new |Object\.|Module\.)/, '')} ${moduleOf(path)}`] : [];
  });
  return frames.filter((current, index) => current !== frames[index - 1]).slice(0, maximumFrames);
}

function isOwn(path: string): boolean {
  if (path === '' || path.startsWith('node:') || path === '<anonymous>') return false;
  return !/[\\/]node_modules[\\/]/.test(path) && !ownRooms.some((room) => path.startsWith(room));
}

/** A module by its folder and name: the folder above them differs between deployments. */
function moduleOf(path: string): string {
  const parts = path.replace(/[?#].*$/, '').split(/[\\/]/);
  return parts
    .slice(-2)
    .join('/')
    .replace(/\.\w+$/, '');
}
