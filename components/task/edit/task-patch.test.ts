import { describe, expect, it } from 'vitest';
import { type TaskResponse, taskUpdateInput } from '#contract';
import { editFormOf, movedFields, taskPatch } from './task-patch.ts';

const task: TaskResponse = {
  ...{ id: 'order-1', type: 'order', name: 'Order 1', status: 'queued', queue: 'gpu', priority: 5 },
  ...{ tags: { team: 'shop', region: 'eu' }, runCount: 1, attempt: 1, etag: '"7"' },
  ...{ createdOn: '2026-11-21T10:00:00.000Z', createdBy: 'ann' },
  ...{ lastModifiedOn: '2026-11-21T10:00:00.000Z', lastModifiedBy: 'ann' },
  timeoutInMs: 60_000,
  retry: { maximumAttempts: 3, initialIntervalInMs: 1_000, backoffCoefficient: 2, maximumIntervalInMs: 60_000 },
};
const form = editFormOf(task);

describe('the patch of an edited task', () => {
  it('is empty where nothing was changed', () => {
    expect(taskPatch(form, form)).toEqual({ patch: {}, errors: {} });
  });

  it('has only what was changed, and the service takes it', () => {
    const { patch, errors } = taskPatch(form, { ...form, queue: 'mail', maximumAttempts: '5', timeout: '2m' });
    expect(errors).toEqual({});
    expect(patch).toEqual({
      queue: 'mail',
      retry: { maximumAttempts: 5, initialIntervalInMs: 1_000, backoffCoefficient: 2, maximumIntervalInMs: 60_000 },
      timeoutInMs: 120_000,
    });
    expect(taskUpdateInput.safeParse(patch).success).toBe(true);
  });

  it('clears what was emptied; queue and priority go back to their defaults', () => {
    const { patch } = taskPatch(form, { ...form, name: '', timeout: '', queue: '', priority: '' });
    expect(patch).toEqual({ name: null, timeoutInMs: null, queue: 'default', priority: 0 });
  });

  it('names each tag that was added, changed or removed', () => {
    const { patch } = taskPatch(form, { ...form, tags: 'team=mail\nnew=1' });
    expect(patch).toEqual({ tags: { team: 'mail', region: null, new: '1' } });
    const odd = editFormOf({ ...task, tags: { constructor: 'x' } });
    expect(taskPatch(odd, { ...odd, tags: '' }).patch).toEqual({ tags: { constructor: null } });
  });

  it('changes when a task that has not begun starts', () => {
    const startOn = '2100-01-01T00:00:00.000Z';
    const later = editFormOf({ ...task, status: 'scheduled', startOn });
    expect(later).toMatchObject({ start: 'later', startOn });
    expect(taskPatch(later, { ...later, start: 'now' }).patch).toEqual({ startOn: null });
    const scheduled = taskPatch(form, { ...form, start: 'schedule', cron: '0 6 * * *', timeZone: 'UTC' });
    expect(scheduled.patch).toEqual({ schedule: { cron: '0 6 * * *', timeZone: 'UTC' } });
  });

  it('names fields that cannot be read', () => {
    expect(taskPatch(form, { ...form, priority: 'high' }).errors).toEqual({
      priority: 'A whole number from -32,768 to 32,767',
    });
  });
});

describe('fields that somebody else changed', () => {
  const patch = { queue: 'mail', tags: { team: 'mail' } };

  it('are none where other fields or the status changed', () => {
    const busy: TaskResponse = { ...task, status: 'running', priority: 9, tags: { ...task.tags, region: 'us' } };
    expect(movedFields(form, patch, busy)).toEqual([]);
  });

  it('are those of the patch whose value is another now', () => {
    expect(movedFields(form, patch, { ...task, queue: 'cpu', tags: { region: 'eu' } })).toEqual(['queue', 'tag team']);
  });

  it('are none where the task has what the patch sets: an earlier try was made, and its answer was lost', () => {
    expect(movedFields(form, patch, { ...task, queue: 'mail', tags: { team: 'mail' } })).toEqual([]);
    const cleared = { queue: 'default', timeoutInMs: null, tags: { team: null } };
    const { timeoutInMs: _, ...untimed } = task;
    expect(movedFields(form, cleared, { ...untimed, queue: 'default', tags: { region: 'eu' } })).toEqual([]);
  });
});
