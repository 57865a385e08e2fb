import { expect, it } from 'vitest';
import { formatDuration, formatRoundDuration } from './duration.tsx';

it.each([
  [0, '0 ms'],
  [0.4, '<1 ms'],
  [8, '8 ms'],
  [1_240, '1.24 s'],
  [185_000, '3 min 05 s'],
  [7_800_000, '2 h 10 min'],
  [356_400_000, '4 d 3 h'],
])('writes %d ms as %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

it.each([
  [0, '0 ms'],
  [10, '10 ms'],
  [1_000, '1 s'],
  [1_500, '1.5 s'],
  [10_000, '10 s'],
  [90_000, '1 min 30 s'],
  [600_000, '10 min'],
  [3_600_000, '1 h'],
  [86_400_000, '1 d'],
])('writes %d ms of a scale as %s', (ms, text) => expect(formatRoundDuration(ms)).toBe(text));
