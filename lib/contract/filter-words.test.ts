import { expect, test } from 'vitest';
import { filterWords, statusCountWords } from './filter-words.ts';
import { taskListQuery } from './task.ts';

test('a filter is told in words, with units', () => {
  expect(
    filterWords({
      status: ['failed', 'timedOut'],
      stuckFor: ['leaseExpired'],
      minimumRunTimeInMs: 90_000,
      step: undefined,
    }),
  ).toEqual(['status failed or timed out', 'stuck: silent worker', 'a run of at least 90 s']);
  expect(filterWords({ schedule: false, maximumStepTimeInMs: 500 })).toEqual([
    'no schedule',
    'a step of less than 500 ms',
  ]);
  expect(statusCountWords({ status: 'timedOut', count: 2 })).toBe('2 tasks timed out');
});

test('no field of the query shows its name in two words written as one', () => {
  const ofPages = ['maxPageSize', 'continuationToken', 'orderBy', 'includeInput', 'includeOutput'];
  for (const field of Object.keys(taskListQuery.shape).filter((name) => !ofPages.includes(name)))
    expect(filterWords({ [field]: 1 }).join(), field).not.toMatch(/[a-z][A-Z]/);
});
