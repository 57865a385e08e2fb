import { expect, it } from 'vitest';
import type { TaskResponse, TaskUpdateInput } from '#contract';
import { editFormOf } from '@/components/task/edit/task-patch.ts';
import { saveFields } from './save-fields.ts';

const stored: TaskResponse = {
  ...{ id: 'a', type: 'order', status: 'running', queue: 'gpu', priority: 0, tags: {}, runCount: 1, attempt: 1 },
  ...{ createdOn: '2026-11-21T10:00:00.000Z', createdBy: 'ann', etag: '"1"' },
  ...{ lastModifiedOn: '2026-11-21T10:00:00.000Z', lastModifiedBy: 'ann' },
};

/** A task that changes between each read and write, this often. */
function busyTask(changes: number, change: Partial<TaskResponse> = {}) {
  let task = stored;
  let left = changes;
  const written: TaskUpdateInput[] = [];
  const target = {
    read: async () => task,
    write: async (patch: TaskUpdateInput, etag: string) => {
      if (left > 0) {
        left--;
        task = { ...task, ...change, etag: `"${changes - left + 1}"` };
      }
      if (etag !== task.etag) return false;
      written.push(patch);
      return true;
    },
  };
  return { target, written };
}
const before = editFormOf(stored);

it('saves to the newest version of a task that changes all the time', async () => {
  const { target, written } = busyTask(7);
  await saveFields(target, before, { queue: 'mail' });
  expect(written).toEqual([{ queue: 'mail' }]);
});

it('gives up after a number of tries, and says what helps', async () => {
  const { target, written } = busyTask(1_000);
  await expect(saveFields(target, before, { queue: 'mail' })).rejects.toThrow(/changed 8 times .* Pause it/);
  expect(written).toEqual([]);
});

it('does not overwrite what somebody else gave the same field', async () => {
  const { target, written } = busyTask(1, { queue: 'cpu' });
  await expect(saveFields(target, before, { queue: 'mail' })).rejects.toThrow(/changed queue in the meantime/);
  expect(written).toEqual([]);
});
