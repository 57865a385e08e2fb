import { beforeEach, expect, it } from 'vitest';
import { FailedReads } from './failed-reads.ts';

let now: number;
let isIdle: boolean;
let timers: { at: number; call: () => void }[];
let reads: FailedReads;

beforeEach(() => {
  now = 1_000;
  isIdle = false;
  timers = [];
  reads = new FailedReads({
    now: () => now,
    random: () => 0.5,
    isIdle: () => isIdle,
    after(delayInMs, call) {
      const timer = { at: now + delayInMs, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  });
});

function pass(ms: number): void {
  const end = now + ms;
  for (;;) {
    const [next] = timers.toSorted((one, other) => one.at - other.at);
    if (next === undefined || next.at > end) break;
    now = next.at;
    timers = timers.filter((one) => one !== next);
    next.call();
  }
  now = end;
}

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
  expect([reads.since, timers]).toEqual([undefined, []]);
});

it('repeats what failed, more and more slowly, until it succeeds', () => {
  const tries: number[] = [];
  reads.failed('tasks', now, () => tries.push(now));
  pass(40_000);
  expect(tries).toEqual([3_000, 7_000, 15_000, 25_000, 35_000]);
  reads.settled('tasks');
  pass(40_000);
  expect(tries).toHaveLength(5);
  reads.failed('tasks', now, () => tries.push(now - 81_000));
  pass(2_000);
  expect(tries.at(-1), 'it begins anew').toBe(2_000);
});

it('repeats nothing while the page is hidden or updates are paused, and then all of it', () => {
  const tries: string[] = [];
  reads.failed('tasks', now, () => tries.push('tasks'));
  reads.failed('head', now, () => {
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
