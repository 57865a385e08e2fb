import { expect, test } from 'vitest';
import { actionTarget, allowsAction, isEnded, type TaskAction, type TaskStatus, taskStatuses } from './task-status.ts';

/** What an operator may ask of a run of each status, written out: every pair that is not here is refused. */
const allowed: Record<TaskStatus, readonly TaskAction[]> = {
  scheduled: ['cancel', 'pause', 'wake'],
  queued: ['cancel', 'pause'],
  running: ['cancel', 'pause'],
  waiting: ['cancel', 'pause', 'wake'],
  retrying: ['cancel', 'pause', 'wake'],
  paused: ['cancel', 'resume'],
  succeeded: ['rerun', 'fork'],
  failed: ['rerun', 'fork'],
  cancelled: ['rerun', 'fork'],
  timedOut: ['rerun', 'fork'],
};
const actions: readonly TaskAction[] = ['cancel', 'pause', 'resume', 'wake', 'rerun', 'fork'];

test('the table of statuses is complete', () => {
  expect(Object.keys(allowed).toSorted()).toEqual([...taskStatuses].toSorted());
});

test.each(Object.entries(allowed))('a run that is %s allows %j and nothing else', (status, expected) => {
  const given = taskStatuses.find((one) => one === status);
  expect(actions.filter((action) => given !== undefined && allowsAction(given, action))).toEqual(expected);
});

test('four statuses are an end', () => {
  expect(taskStatuses.filter(isEnded)).toEqual(['succeeded', 'failed', 'cancelled', 'timedOut']);
});

test('each action names the status that it leads to', () => {
  expect(actionTarget).toEqual({
    cancel: 'cancelled',
    pause: 'paused',
    resume: 'queued',
    wake: 'queued',
    rerun: 'queued',
    fork: 'queued',
  });
});
