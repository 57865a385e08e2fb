import { expect, it } from 'vitest';
import { numberText } from './number-text.ts';

it.each([
  0,
  7,
  999,
  1_000,
  12_345,
  999_999,
  1_000_000,
  -1,
  -999,
  -1_000,
  -12_345_678,
  Number.MAX_SAFE_INTEGER,
  2 ** 60,
  1_234.5,
  0.125,
  Number.NaN,
])('writes %d as Intl does', (value) => expect(numberText(value)).toBe(new Intl.NumberFormat('en').format(value)));
