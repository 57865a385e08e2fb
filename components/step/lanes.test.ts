import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignLanes } from './lanes.ts';

describe('assignLanes', () => {
  it('gives steps that follow each other one lane', () => {
    expect(
      assignLanes([
        { from: 0, to: 5 },
        { from: 5, to: 9 },
      ]).map((place) => place.laneCount),
    ).toEqual([1, 1]);
  });

  it('gives steps beside each other a lane each, and reuses a lane that is free', () => {
    expect(
      assignLanes([
        { from: 0, to: 9 },
        { from: 1, to: 3 },
        { from: 4, to: 8 },
      ]),
    ).toEqual([
      { lane: 0, laneCount: 2 },
      { lane: 1, laneCount: 2 },
      { lane: 1, laneCount: 2 },
    ]);
  });

  it('never puts two overlapping spans into one lane', () => {
    const span = fc
      .tuple(fc.nat(100), fc.integer({ min: 1, max: 50 }))
      .map(([from, length]) => ({ from, to: from + length }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 25 }), (spans) => {
        const lanes = assignLanes(spans);
        for (const [one, first] of spans.entries()) {
          for (const [other, second] of spans.entries()) {
            if (one >= other || lanes[one]?.lane !== lanes[other]?.lane) continue;
            expect(first.to <= second.from || second.to <= first.from).toBe(true);
          }
        }
      }),
    );
  });
});
