import { beforeEach, expect, it } from 'vitest';
import { ProblemError } from '../problem/problem.ts';
import { HandClock } from '../testing/hand-clock.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

const away = new ProblemError({ code: 'ServiceUnavailable', detail: 'PostgreSQL is away.' });

let clock: HandClock;
let isReady: boolean;
let isIdle: boolean;
let probes: number[];
let ends: number[];
let breaker: CircuitBreaker;

beforeEach(() => {
  clock = new HandClock(10_000);
  isReady = false;
  isIdle = false;
  probes = [];
  ends = [];
  breaker = new CircuitBreaker({
    now: clock.now,
    after: clock.after,
    random: () => 0.5,
    isIdle: () => isIdle,
    async isReady() {
      probes.push(clock.now());
      return isReady;
    },
  });
  breaker.onEnd(() => ends.push(clock.now()));
});

/** Asks for a read. Returns how it went. */
async function read(): Promise<'sent' | 'refused'> {
  try {
    await breaker.admit();
    return 'sent';
  } catch (error) {
    expect(error).toBe(away);
    return 'refused';
  }
}

/** Lets time pass in small steps, so that each probe is answered. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    clock.pass(100);
    await new Promise(setImmediate);
  }
}

it('holds nothing up while the service answers', async () => {
  expect(breaker.admit()).toBeUndefined();
  breaker.failed(new ProblemError({ code: 'TaskNotFound', detail: 'No such task.' }));
  breaker.failed(new DOMException('left', 'AbortError'));
  expect(breaker.admit()).toBeUndefined();
  expect(probes).toEqual([]);
});

it('sends one probe for all reads of an outage, and fewer with time', async () => {
  breaker.failed(away);
  const reads = Promise.all(Array.from({ length: 20 }, read));
  expect(new Set(await reads)).toEqual(new Set(['refused']));
  expect(probes).toEqual([10_000]);
  for (let second = 0; second < 30; second += 1) {
    await pass(1_000);
    expect(await read()).toBe('refused');
  }
  expect(probes).toEqual([10_000, 12_000, 16_000, 21_000, 26_000, 31_000, 36_000]);
});

it('tells of the end of an outage by itself, and lets reads through', async () => {
  breaker.failed(away);
  expect(await read()).toBe('refused');
  isReady = true;
  await pass(2_000);
  expect(ends).toEqual([12_000]);
  expect(breaker.admit()).toBeUndefined();
  await pass(60_000);
  expect(probes).toHaveLength(2);
});

it('lets reads through where only one of them fails, and tells of no end', async () => {
  isReady = true;
  breaker.failed(away);
  expect(await read()).toBe('sent');
  breaker.failed(away);
  expect(breaker.admit(), 'it was ready a moment ago').toBeUndefined();
  await pass(2_000);
  breaker.failed(away);
  expect(await read()).toBe('sent');
  expect([probes, ends]).toEqual([[10_000, 12_000], []]);
});

it('probes nothing for a page that nobody sees, until the page reads again', async () => {
  breaker.failed(away);
  expect(await read()).toBe('refused');
  isIdle = true;
  await pass(60_000);
  expect(probes).toHaveLength(1);
  isReady = true;
  expect(await read()).toBe('sent');
  expect(ends).toHaveLength(1);
});

it('probes at once for the next read when the browser is connected again', async () => {
  breaker.failed(away);
  expect(await read()).toBe('refused');
  isReady = true;
  expect(await read()).toBe('refused');
  breaker.doubt();
  expect(await read()).toBe('sent');
});

it('shares its probe, and reads on from a service that is not ready as long as it answers', async () => {
  expect(await breaker.isReady()).toBe(false);
  expect(breaker.admit()).toBeUndefined();
  breaker.failed(away);
  expect(await read()).toBe('refused');
  expect(await breaker.isReady()).toBe(false);
  expect(probes).toHaveLength(2);
});
