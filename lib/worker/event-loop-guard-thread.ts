import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';

/** The thread of `guardEventLoop`. */
const { beats, beatInMs, heldForInMs }: { beats: Int32Array; beatInMs: number; heldForInMs: number } = workerData;

const mostFrames = 5;
/** Native code cannot be paused. Then the line says no place. */
const pauseWithinMs = 2_000;

let seen = 0;
let turnsWithoutBeat = 0;
const timer = setInterval(() => {
  const count = Atomics.load(beats, 0);
  turnsWithoutBeat = count === seen ? turnsWithoutBeat + 1 : 0;
  seen = count;
  if (turnsWithoutBeat * beatInMs < heldForInMs) return;
  clearInterval(timer);
  setTimeout(() => end(''), pauseWithinMs);
  const main = new Session();
  main.connectToMainThread();
  const scripts = new Map<string, string>();
  main.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => scripts.set(scriptId, url));
  main.on('Debugger.paused', ({ params: { callFrames } }) => {
    const frames = callFrames.slice(0, mostFrames).map(({ functionName, location: { scriptId, lineNumber } }) => {
      return `${functionName || 'a function'} (${scripts.get(scriptId)}:${lineNumber + 1})`;
    });
    end(`, at ${frames.join(', ')}`);
  });
  main.post('Debugger.enable');
  main.post('Debugger.pause');
}, beatInMs);

function end(place: string): void {
  const msg = `the event loop was held for ${heldForInMs / 1_000} s${place}; stopping, because no other run goes on`;
  writeSync(1, `${JSON.stringify({ level: 60, time: Date.now(), name: 'worker', msg })}\n`);
  process.kill(process.pid, 'SIGKILL');
}
