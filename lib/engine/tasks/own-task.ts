import { configuredColumns } from '../rows/task-columns.ts';
import type { TaskDraft } from './task-draft.ts';

type OwnTask = Pick<TaskDraft, 'id' | 'type' | 'createdBy'> & {
  name: string | null;
  description: string | null;
  queue: string;
  startsOn?: string | undefined;
};

/** Returns a task that the service creates for its own work. It has no input: its tables say what to do. */
export function ownTask({ name, description, queue, startsOn, ...own }: OwnTask): TaskDraft {
  const startOn = startsOn ?? null;
  return {
    ...own,
    columns: { ...configuredColumns({ queue, priority: 0 }, []), name, description, start_on: startOn },
    ...{ input: null, dueOn: startOn, owner: 'taskdeck', isCrowded: false, idempotencyKey: null, keptHash: null },
  };
}
