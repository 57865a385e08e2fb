import { expect, test } from 'vitest';
import { bulkLimitWords, bulkSelectionWords, whyWords } from './bulk-words.ts';

test('says which tasks an operation acts on, however they were chosen', () => {
  expect(bulkSelectionWords({ ids: 1 })).toBe('1 chosen task');
  expect(bulkSelectionWords({ ids: 1_200 })).toBe('1,200 chosen tasks');
  expect(bulkSelectionWords({ filter: {} })).toBe('all tasks');
  expect(bulkSelectionWords({ filter: { status: ['failed', 'timedOut'], group: 'g', search: undefined } })).toBe(
    'tasks with status failed or timedOut; group g',
  );
  expect(bulkSelectionWords({ operation: 'op', results: ['failed', 'refused'] })).toBe(
    'tasks of operation op whose result is failed or refused',
  );
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
