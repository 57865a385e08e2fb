import { describe, expect, test } from 'vitest';
import { taskStatuses } from '#contract';
import { isUnknown, outcomeSummary, splitByAction, whyNot, whyUnable } from './task-bulk.ts';

const tasks = taskStatuses.map((status) => ({ id: status, status }));
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('which of the selected an action is for', () => {
  test('cancel is for what has not ended', () => {
    expect(ids(splitByAction(tasks, 'cancel').unable)).toEqual(['succeeded', 'failed', 'cancelled', 'timedOut']);
  });

  test('rerun is for what has ended', () => {
    expect(ids(splitByAction(tasks, 'rerun').able)).toEqual(['succeeded', 'failed', 'cancelled', 'timedOut']);
  });

  test('delete is for what has ended or, by force, for all', () => {
    expect(splitByAction(tasks, 'delete').unable).toHaveLength(6);
    expect(splitByAction(tasks, 'delete', true).unable).toHaveLength(0);
  });

  test('nothing is done to what is deleted already', () => {
    expect(whyNot([{ status: 'failed', isDeleted: true }], 'rerun')).toBe('Already deleted');
    expect(whyUnable([{ isDeleted: true }, {}], 'rerun')).toBe('1 already deleted. Only an ended task can be rerun');
    expect(whyUnable([{}], 'rerun')).toBe('Only an ended task can be rerun');
  });

  test('an action that none of them takes says why', () => {
    expect(whyNot([], 'cancel')).toBe('Select tasks first');
    expect(whyNot([{ status: 'failed' }], 'cancel')).toBe('Only a task that has not ended can be cancelled');
    expect(whyNot([{ status: 'failed' }, { status: 'running' }], 'cancel')).toBeUndefined();
  });
});

test('a lost answer is no refusal: what became of the task is unknown', () => {
  const refused = { id: 'b', ok: false, code: 'InvalidState', detail: 'It has ended.' } as const;
  const lost = { id: 'c', ok: false, code: 'Unreachable', detail: 'The service did not answer in time.' } as const;
  expect([refused, lost].map(isUnknown)).toEqual([false, true]);
  const summary = (end?: string) =>
    outcomeSummary([{ id: 'a', ok: true }, refused, lost], { total: 4, done: 'rerun', end });
  expect(summary()).toBe('1 of 4 rerun, 1 not, 1 unknown');
  expect(summary('stopped')).toBe('1 of 4 rerun, 1 not, 1 unknown, stopped');
});
