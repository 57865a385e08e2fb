import { beforeEach, expect, it } from 'vitest';
import { HandClock } from '../testing/hand-clock.ts';
import { FailedReads } from './failed-reads.ts';

let clock: HandClock;
let isIdle: boolean;
let reads: FailedReads;

beforeEach(() => {
  clock = new HandClock(1_000);
  isIdle = false;
  reads = new FailedReads({
    ...clock,
    random: () => 0.5,
    isIdle: () => isIdle,
  });
});

const pass = (ms: number) => clock.pass(ms);

const nothing = () => {};

it('tells since when a read fails, once it has failed for two seconds', () => {
  const seen: (number | undefined)[] = [];
  reads.watch(() => seen.push(reads.since));
  reads.failed('tasks', 900, nothing);
  pass(1_899);
  expect(reads.since).toBeUndefined();
  pass(1);
  expect(reads.since).toBe(900);
  reads.failed('tasks', 2_800, nothing);
  expect(reads.since, 'the data is as old as before').toBe(900);
  reads.settled('tasks');
  expect(seen).toEqual([900, undefined]);
});

it('does not tell of a failure that is over at the next attempt', () => {
  reads.watch(() => expect.unreachable());
  reads.failed('tasks', 1_000, nothing);
  pass(1_500);
  reads.settled('tasks');
  pass(60_000);
});

it('goes by the oldest of several, until the last one succeeds or is gone', () => {
  reads.failed('tasks', 1_000, nothing);
  pass(3_000);
  reads.failed('head', 4_000, nothing);
  expect(reads.since).toBe(1_000);
  reads.settled('tasks');
  expect(reads.since, 'the other one is too young to be told').toBeUndefined();
  pass(2_000);
  expect(reads.since).toBe(4_000);
  reads.settled('head');
  expect([reads.since, clock.timers]).toEqual([undefined, []]);
});

it('repeats what failed, more and more slowly, until it succeeds', () => {
  const tries: number[] = [];
  reads.failed('tasks', clock.now(), () => tries.push(clock.now()));
  pass(40_000);
  expect(tries).toEqual([3_000, 7_000, 15_000, 25_000, 35_000]);
  reads.settled('tasks');
  pass(40_000);
  expect(tries).toHaveLength(5);
  reads.failed('tasks', clock.now(), () => tries.push(clock.now() - 81_000));
  pass(2_000);
  expect(tries.at(-1), 'it begins anew').toBe(2_000);
});

it('repeats nothing while the page is hidden or updates are paused, and then all of it', () => {
  const tries: string[] = [];
  reads.failed('tasks', clock.now(), () => tries.push('tasks'));
  reads.failed('head', clock.now(), () => {
    tries.push('head');
    reads.settled('head');
  });
  isIdle = true;
  pass(60_000);
  expect(tries).toEqual([]);
  isIdle = false;
  pass(10_000);
  expect(tries).toEqual(['tasks', 'head']);
  pass(10_000);
  expect(tries).toEqual(['tasks', 'head', 'tasks']);
});

it('repeats all at once when it is told that the service is back', () => {
  const tries: string[] = [];
  for (const name of ['tasks', 'head']) reads.failed(name, clock.now(), () => tries.push(name));
  reads.retry();
  expect(tries).toEqual(['tasks', 'head']);
  isIdle = true;
  reads.retry();
  expect(tries).toHaveLength(2);
});
