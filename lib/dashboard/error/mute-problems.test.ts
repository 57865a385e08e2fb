import { expect, test } from 'vitest';
import { muteProblems } from './mute-problems.ts';

test.each([0, -1, 1.5, Number.NaN, 1_000_000_001])('%s failures do not end a mute', (mutedFailures) => {
  expect(muteProblems({ status: 'muted', mutedFailures, mutedPerHour: 1 })).toEqual({
    mutedFailures: 'Enter a whole number from 1 to 1,000,000,000',
  });
});

test('a mute without numbers and one with numbers from 1 are right', () => {
  expect(muteProblems({ status: 'muted' })).toEqual({});
  expect(muteProblems({ status: 'muted', mutedFailures: 1, mutedPerHour: 1_000_000_000 })).toEqual({});
});
