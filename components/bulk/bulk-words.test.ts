import { expect, test } from 'vitest';
import { bulkLimitWords, bulkSelectionWords } from './bulk-words.ts';

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
