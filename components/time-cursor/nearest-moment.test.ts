import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTime, type Moment, nearestMoment } from './nearest-moment.ts';

const at = (...times: number[]): Moment[] => times.map((time, index) => ({ id: String(index), at: time }));

test('finds the moment nearest to a time, the earlier one of two', () => {
  const moments = at(10, 20, 20, 40);
  const found = (time: number) => nearestMoment(moments, time)?.id;
  expect([0, 10, 14, 15, 16, 20, 29, 30, 31, 99].map(found)).toEqual(
    ['0', '0', '0', '0', '1', '1', '1', '1', '3', '3'], // as near to 10 as to 20: 10
  );
  expect(nearestMoment([], 5)).toBeUndefined();
});

test('no moment is nearer, whatever the times', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.integer(), (times, time) => {
      const moments = inTime(at(...times));
      const distance = (moment: Moment | undefined) => Math.abs((moment?.at ?? Number.NaN) - time);
      const found = nearestMoment(moments, time);
      expect(distance(found)).toBe(Math.min(...moments.map(distance)));
      expect(found).toBe(moments.find((moment) => distance(moment) === distance(found)));
    }),
  );
});
