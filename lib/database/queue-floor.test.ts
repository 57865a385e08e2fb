import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QueueFloor } from './queue-floor.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('begins behind the keys that were given out five seconds before, and once a minute with the first', () => {
  const floor = new QueueFloor();
  const begins: number[] = [];
  for (let second = 0; second <= 62; second += 1) {
    begins.push(floor.after);
    floor.emptied(100 + second);
    vi.advanceTimersByTime(1_000);
  }
  expect(begins.slice(0, 13)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 105, 105]);
  expect(begins.slice(58)).toEqual([150, 150, 0, 155, 155]);
});

it('stays where it is while looks leave something', () => {
  const floor = new QueueFloor();
  floor.emptied(5);
  vi.advanceTimersByTime(30_000);
  expect(floor.after).toBe(0);
});

it('begins with the first after the keys went back, as at a failover that lost the last transactions', () => {
  const floor = new QueueFloor();
  for (const given of [100, 110, 120]) {
    floor.emptied(given);
    vi.advanceTimersByTime(6_000);
  }
  expect(floor.after).toBe(110);
  floor.emptied(90);
  expect(floor.after).toBe(0);
  vi.advanceTimersByTime(6_000);
  floor.emptied(95);
  expect(floor.after).toBe(90);
});
