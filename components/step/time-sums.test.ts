import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumTimes, timeSentence } from './time-sums.ts';

const none = { own: [], children: [], waits: [], backoff: [], queue: [] };
const span = fc
  .tuple(fc.integer({ min: -50, max: 150 }), fc.nat(120))
  .map(([from, length]) => ({ from, to: from + length }));
const spans = fc.array(span, { maxLength: 12 });

it('counts every moment once: own work before children, children before waits, waits before the queue', () => {
  const sums = sumTimes(
    { from: 0, to: 100 },
    {
      queue: [{ from: 0, to: 10 }],
      own: [
        { from: 10, to: 20 },
        { from: 15, to: 25 },
      ],
      waits: [{ from: 20, to: 80 }],
      backoff: [{ from: 70, to: 90 }],
      children: [{ from: 30, to: 60 }],
    },
  );
  expect(sums).toEqual({ queue: 10, own: 15, children: 30, waits: 25, backoff: 10, other: 10 });
});

it('adds up to the whole run, whatever overlaps', () => {
  fc.assert(
    fc.property(spans, spans, spans, spans, spans, (own, children, waits, backoff, queue) => {
      const sums = sumTimes({ from: 0, to: 100 }, { own, children, waits, backoff, queue });
      expect(Object.values(sums).every((sum) => sum >= 0)).toBe(true);
      expect(sums.queue + sums.own + sums.children + sums.waits + sums.backoff + sums.other).toBe(100);
    }),
  );
});

it('says what took time, and nothing of what did not', () => {
  const sums = { queue: 3, own: 602, children: 5_900, waits: 369_000, backoff: 2_000, other: 12 };
  expect(timeSentence(sums)).toBe(
    'Queue 3 ms · Own work 602 ms · Children 5.90 s · Waits 6 min 09 s · Backoff 2.00 s · Other 12 ms',
  );
  expect(timeSentence({ ...sums, children: 0, waits: 0.4, backoff: 0, other: 0.9 })).toBe(
    'Queue 3 ms · Own work 602 ms',
  );
  expect(timeSentence(sumTimes({ from: 0, to: 10 }, { ...none, own: [{ from: 0, to: 10 }] }))).toBe('Own work 10 ms');
});
