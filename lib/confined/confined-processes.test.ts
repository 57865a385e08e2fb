import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { processes, processesOf } from './testing/processes.ts';

const pidOf = async (caller = 'ada') => (await processes.run(caller, ['pid'])).results[0] ?? Number.NaN;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const end = async (pid: number, signal: NodeJS.Signals) => {
  process.kill(pid, signal);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 });
};

test('jobs are performed in another process, which has nothing of the environment', async () => {
  expect(await processes.run('ada', ['environment', 'environment'])).toEqual({ results: [0, 0] });
  const pid = await pidOf();
  expect(pid).not.toBe(process.pid);
  expect(await pidOf(), 'the same for the next job').toBe(pid);
});

test('what takes too long ends, with the results that it had, and its process goes on', async () => {
  const pid = await pidOf();
  expect(await processes.run('ada', ['pid', 'backtrack', 'pid'])).toEqual({ results: [pid], unfinished: 'time' });
  expect(await pidOf()).toBe(pid);
});

test('what takes too much memory ends its process, and nothing else', async () => {
  const patient = processesOf(60_000);
  const { results } = await patient.run('ada', ['pid']);
  expect(await patient.run('ada', ['fill'])).toEqual({ results: [], unfinished: 'memory' });
  expect((await patient.run('ada', ['pid'])).results).not.toEqual(results);
});

test('an error of a job is the error of its caller, and its process goes on', async () => {
  const pid = await pidOf();
  await expect(processes.run('ada', ['refuse'])).rejects.toThrow('not this one');
  expect(await pidOf()).toBe(pid);
});

test('a process that breaks fails its job, and the next has a new one', async () => {
  await expect(processes.run('ada', ['trap'])).rejects.toThrow(
    'A process did not finish its job: it ended with SIGKILL',
  );
  expect(await processes.run('ada', ['environment'])).toEqual({ results: [0] });
});

test('a process that breaks while it has nothing to do is not given a job', async () => {
  const pid = await pidOf();
  await end(pid, 'SIGKILL');
  expect(await pidOf()).not.toBe(pid);
});

test('a signal to all processes of a program does not end a job that is waited for', async () => {
  const pid = await pidOf();
  const asked = processes.run('ada', ['backtrack', 'pid']);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
  expect(await asked).toEqual({ results: [], unfinished: 'time' });
  expect(await pidOf()).toBe(pid);
});

test('the long jobs of one caller do not hold up those of others', async () => {
  await Promise.all(['ada', 'eve'].map(pidOf)); // a process takes its time to start
  const long = Array.from({ length: 6 }, () => processes.run('ada', ['backtrack']));
  let ended = 0;
  for (const one of long) void one.then(() => (ended += 1));
  expect(await pidOf('eve')).toBeGreaterThan(0);
  expect(ended, 'jobs of the first that ended meanwhile').toBeLessThan(4);
  await Promise.all(long);
});

test('after a kill -9 of the program no process stays, even one whose job does not end', async () => {
  const parent = spawn(process.execPath, [new URL('./testing/parent.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(parent.stdout.setEncoding('utf8'), 'data')).map(Number);
  if (pid === undefined) throw new Error('no process');
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
});
