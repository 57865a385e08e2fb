import type { TaskDraft } from './task-draft.ts';

type OwnTask = Pick<TaskDraft, 'id' | 'type' | 'name' | 'description' | 'queue' | 'createdBy'> & {
  startsOn?: string | undefined;
};

/** Returns a task that the service creates for its own work. It has no input: its tables say what to do. */
export function ownTask({ startsOn, ...own }: OwnTask): TaskDraft {
  return {
    ...own,
    ...{ input: null, tags: null, priority: 0, concurrencyKey: null, concurrencyLimit: null, schedule: null },
    ...{ startOn: startsOn ?? null, dueOn: startsOn ?? null, retry: null, timeoutInMs: null, retention: null },
    ...{ owner: 'taskdeck', sensitive: null, isCrowded: false, idempotencyKey: null, bodyHash: null },
  };
}
