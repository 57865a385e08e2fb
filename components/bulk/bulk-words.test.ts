import { expect, test } from 'vitest';
import {
  bulkLimitWords,
  bulkSelectionWords,
  bulkSilence,
  bulkStatusLook,
  bulkTitle,
  resultWord,
  whyWords,
} from './bulk-words.ts';

test('says which tasks an operation acts on, however they were chosen', () => {
  expect(bulkSelectionWords({ ids: 1 })).toBe('1 chosen task');
  expect(bulkSelectionWords({ ids: 1_200 })).toBe('1,200 chosen tasks');
  expect(bulkSelectionWords({ filter: {} })).toBe('all tasks');
  expect(bulkSelectionWords({ filter: { status: ['failed', 'timedOut'], group: 'g', search: undefined } })).toBe(
    'tasks with status failed or timed out; error group g',
  );
  const wordsOf = (key: string, value: string) => (key === 'group' && value === 'g' ? 'Bad cards' : undefined);
  expect(bulkSelectionWords({ filter: { type: ['g'], group: 'g' } }, wordsOf)).toBe(
    'tasks with type g; error group Bad cards',
  );
  expect(bulkSelectionWords({ operation: 'op', results: ['failed', 'refused'] })).toBe(
    'tasks of operation op whose result is failed or refused',
  );
});

test('counts the tasks of an operation as far as they are collected', () => {
  const titleOf = (total: number, isCollected: boolean) =>
    bulkTitle({ action: { kind: 'cancel' }, total, isCollected });
  expect([titleOf(0, false), titleOf(40, false), titleOf(600, true), titleOf(1, true), titleOf(0, true)]).toEqual([
    'Cancel tasks',
    'Cancel 40+ tasks',
    'Cancel 600 tasks',
    'Cancel 1 task',
    'Cancel 0 tasks',
  ]);
});

test('says each limit, and nothing where there is none', () => {
  expect(bulkLimitWords({ stages: [1, 10], maximumFailures: 0, tasksPerSecond: 50 })).toEqual([
    'Stages: 1, 10, then the rest',
    'Stops when more than 0 fail',
    'At most 50 a second',
  ]);
  expect(bulkLimitWords({ stages: [] })).toEqual([]);
});

test.each([
  ['the message', { code: 'failed', message: 'Error: row 3 is not valid' }, 'Error: row 3 is not valid'],
  ['where the error is, when it is not quoted', { code: 'failed' }, /its page has the error.*sensitive/i],
  ['a run that timed out', { code: 'timedOut' }, 'The run timed out.'],
  ['a run that was cancelled', { code: 'cancelled' }, 'The run was cancelled.'],
  ['any other code', { code: 'TaskNotFound' }, 'TaskNotFound'],
  ['nothing for a task that succeeded', {}, /^$/],
])('says %s as the reason of a result', (_, result, words) => {
  expect(whyWords(result)).toMatch(words);
});

test.each([
  ['running', 'running', 'Running'],
  ['running', 'stopped', 'Running at the end'],
  ['pending', 'paused', 'Not yet'],
  ['pending', 'stopped', 'Not acted on'],
  ['failed', 'completed', 'Failed'],
] as const)('says of a result that is %s, in an operation that is %s: %s', (result, status, word) => {
  expect(resultWord(result, { status })).toBe(word);
});

test('is green when it is completed and no task failed', () => {
  expect(bulkStatusLook({ status: 'completed', failed: 0 }).tone).toBe('positive');
  expect(bulkStatusLook({ status: 'completed', failed: 300 }).tone).toBe('caution');
  expect(bulkStatusLook({ status: 'running', failed: 3 }).tone).toBe('active');
});

test('says since when its service is silent, and when another one takes over', () => {
  const now = Date.parse('2026-11-27T08:00:10.000Z');
  const silent = { silentSince: '2026-11-27T08:00:03.000Z', takenOverOn: '2026-11-27T08:00:18.000Z' };
  expect(bulkSilence(silent, now)).toBe(
    'The service that works on it has been silent for 7 s. Another one takes over in at most 8 s',
  );
  expect(bulkSilence(silent, now + 9_000)).toMatch(/ for 16 s\. Another one takes over now$/);
  expect(bulkSilence({}, now)).toBeUndefined();
});
