import { Worker } from 'node:worker_threads';

/** As often the event loop shows that it goes on. */
const beatInMs = 250;

/**
 * Ends this process when its event loop is held for so long, and writes a line to its log that tells where: a handler that
 * does not end its loop holds up all runs, and the process takes no signal. A thread of its own looks for this, and counts
 * its own turns, so a process that was frozen as a whole goes on. Under a debugger nothing is guarded.
 */
export function guardEventLoop(heldForInMs: number): void {
  if (process.execArgv.some((argument) => argument.startsWith('--inspect'))) return;
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), beatInMs).unref();
  const workerData = { beats, beatInMs, heldForInMs };
  new Worker(new URL('./event-loop-guard-thread.ts', import.meta.url), { workerData, execArgv: [] }).unref();
}
