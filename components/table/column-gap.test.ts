import { expect, test } from 'vitest';
import { columnGap } from './column-gap.ts';

test('a left-aligned column keeps away from a right-aligned one before it, and from no other', () => {
  const [left, right] = [{}, { align: 'end' as const }];
  expect(columnGap(left, right)).not.toBe('');
  expect([columnGap(left, left), columnGap(right, right), columnGap(right, left), columnGap(left, undefined)]).toEqual([
    '',
    '',
    '',
    '',
  ]);
});
