import { expect, test } from 'vitest';
import type { BulkOperation } from '#contract';
import { justDone, justDoneToGroup } from './just-done.ts';
import { othersWords, shortName } from './others-here.tsx';

test.each([
  [['ana'], 'ana is viewing this too'],
  [['ana', 'ben'], 'ana and ben are viewing this too'],
  [['ana', 'ben', 'cleo', 'dan'], 'ana, ben, cleo and 1 other are viewing this too'],
  [['ana', 'ben', 'cleo', 'dan', 'eve'], 'ana, ben, cleo and 2 others are viewing this too'],
])('%j', (names, words) => {
  expect(othersWords(names)).toBe(words);
});

test('where there is little room, a person is called by the name in the address', () => {
  expect(['rita@example.com', 'nightly import', '@'].map(shortName)).toEqual(['rita', 'nightly import', '@']);
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

test('what was done a moment ago to the tasks of a group is said', () => {
  const operation = (group: string): BulkOperation => ({
    ...{
      id: 'bulk-1',
      action: { kind: 'rerun' },
      selection: { filter: { group, status: ['failed'] } },
      status: 'running',
    },
    ...{
      createdOn: run.queuedOn,
      createdBy: 'ana',
      startsOn: run.queuedOn,
      isCollected: true,
      stages: [],
      stage: 1,
      tasksPerSecond: 50,
    },
    ...{ total: 212, pending: 200, running: 12, succeeded: 0, refused: 0, failed: 0, waitForEndInMs: 0 },
  });
  const said = (seconds: number, group?: string) =>
    justDoneToGroup([operation('b'), operation('a')], group, after(seconds));
  expect(said(40, 'a')).toBe('Rerun 212 tasks 40 s ago by ana: running.');
  expect([said(301, 'a'), said(40, 'c'), said(40)]).toEqual([undefined, undefined, undefined]);
});
