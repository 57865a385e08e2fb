import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs a program in which a rejected promise that nobody handles ends nothing, as in a worker. */
const run = (program: string) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const tolerant = `process.on('unhandledRejection', () => {}); setTimeout(() => {}, 3_000); ${program}`;
    execFile(process.execPath, ['--input-type=module', '-e', tolerant], (error, out, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: out + errors }),
    );
  });

test.each([
  [
    'a commit of a gathering rejects',
    `const { Gathering } = await import('./lib/database/gathering.ts');
    new Gathering({ commit: () => Promise.reject(new Error('a defect')) }).add(1);`,
  ],
  [
    'a claim of a worker rejects',
    `const { Claimer } = await import('./lib/engine/worker/claimer.ts');
    const retrying = () => Promise.reject(new Error('a defect'));
    new Claimer({ slots: 1, kinds: [], filter: { queues: [], types: [] }, retrying }).wake();`,
  ],
  [
    'what is told trouble throws while the timers look',
    `const { startTimers } = await import('./lib/engine/timers/timers.ts');
    startTimers(() => Promise.reject(new Error('no database')), () => { throw new Error('a defect'); });`,
  ],
])('a process in which %s ends, loudly', async (_, program) => {
  expect(await run(program)).toEqual({ code: 1, text: expect.stringContaining('a defect') });
});
