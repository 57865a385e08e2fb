import { expect, test } from 'vitest';
import { justDone } from './just-done.ts';
import { othersWords } from './others-here.tsx';

test.each([
  [['ana'], 'ana looks at this too'],
  [['ana', 'ben'], 'ana and ben look at this too'],
  [['ana', 'ben', 'cleo', 'dan'], 'ana, ben, cleo and 1 other look at this too'],
  [['ana', 'ben', 'cleo', 'dan', 'eve'], 'ana, ben, cleo and 2 others look at this too'],
])('%j', (names, words) => {
  expect(othersWords(names)).toBe(words);
});

const run = { isCurrent: true, trigger: 'rerun', triggeredBy: 'ana', queuedOn: '2026-11-21T10:00:00.000Z' } as const;
const after = (seconds: number) => Date.parse(run.queuedOn) + seconds * 1_000;

test('what was done a moment ago is said', () => {
  expect(justDone(run, after(40))).toBe('Rerun 40 s ago by ana.');
  expect(justDone({ ...run, trigger: 'fork' }, after(120))).toBe('Forked 2 min ago by ana.');
});

test.each([
  [{ ...run, isCurrent: false }, 40],
  [{ ...run, trigger: 'schedule' as const }, 40],
  [run, 301],
])('nothing is said of %j after %d seconds', (given, seconds) => {
  expect(justDone(given, after(seconds))).toBeUndefined();
});
