import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stackedShares } from './stacked-shares.ts';

test('a count of one beside thousands is seen, and the stack stays as high', () => {
  expect(stackedShares([1_999, 1, 0], 2_000, 0.02)).toEqual([expect.closeTo(0.98), 0.02, 0]);
  expect(stackedShares([1, 0, 0], 2_000, 0.02)).toEqual([0.02, 0, 0]);
  expect(stackedShares([0, 0], 2_000, 0.02)).toEqual([0, 0]);
  expect(stackedShares([50, 50], 100, 0.02)).toEqual([0.5, 0.5]);
});

test('every count above 0 has its least share, and no stack is higher than the chart', () => {
  const counts = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1 }), (stacks) => {
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      const most = Math.max(...stacks.map(sum));
      for (const stack of stacks) {
        const shares = stackedShares(stack, most, 0.03);
        for (const [place, count] of stack.entries()) {
          if (count === 0) expect(shares[place]).toBe(0);
          else expect(shares[place]).toBeGreaterThanOrEqual(0.03);
        }
        expect(sum(shares)).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});
