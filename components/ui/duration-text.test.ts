import { expect, test } from 'vitest';
import { durationProblem, durationRangeWords } from './duration-text.ts';

const minutes = { least: 60_000, most: 3_600_000, step: 60_000 };

test('a range is told with units, and with its step', () => {
  expect(durationRangeWords(minutes)).toBe('1m to 1h, in whole minutes');
  expect(durationRangeWords({ least: 1_000, most: 90_000 })).toBe('1s to 1m 30s');
});

test('the edges of a range are allowed, and what is beside them is not', () => {
  for (const right of ['1m', '60s', '1h', ' 30m ', '60000'])
    expect(durationProblem(right, minutes), right).toBeUndefined();
  for (const wrong of ['59s', '61m', '1m 30s', '0', '', '1w', '-5m'])
    expect(durationProblem(wrong, minutes), wrong).toContain('from 1m to 1h, in whole minutes');
});
