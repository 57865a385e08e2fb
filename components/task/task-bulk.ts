import { allowsAction, isEnded, type Scope } from '#contract';
import type { TaskRow } from './task-row.ts';

export const taskBulkActions = ['cancel', 'rerun', 'delete'] as const;

export type TaskBulkAction = (typeof taskBulkActions)[number];

/** What became of one task. */
export type TaskOutcome =
  | { id: string; ok: true; task?: TaskRow }
  | { id: string; ok: false; code: string; detail: string; requestId?: string };

/** Whether nobody knows what became of a task: the answer was lost, after the service may have acted. */
export function isUnknown(outcome: { ok?: boolean; code?: string }): boolean {
  return outcome.ok !== true && ['Unreachable', 'BadAnswer'].includes(outcome.code ?? '');
}

/** How many tasks an action was done to, in words. `end` says why that was the end. */
export function outcomeSummary(
  outcomes: readonly TaskOutcome[],
  { total, done, end }: { total: number; done: string; end?: string | undefined },
): string {
  const unknown = outcomes.filter(isUnknown).length;
  const failed = outcomes.filter(({ ok }) => !ok).length - unknown;
  const parts = [`${outcomes.length - failed - unknown} of ${total} ${done}`];
  if (failed > 0) parts.push(`${failed} not`);
  if (unknown > 0) parts.push(`${unknown} unknown`);
  if (end !== undefined) parts.push(end);
  return parts.join(', ');
}

/** The scope that an action needs. */
export const bulkScope: Readonly<Record<TaskBulkAction, Scope>> = {
  cancel: 'tasks/update',
  rerun: 'tasks/update',
  delete: 'tasks/delete',
};

/** What an action does, in words. */
export const bulkWords: Readonly<Record<TaskBulkAction, { verb: string; done: string; effect: string; none: string }>> =
  {
    cancel: {
      verb: 'Cancel',
      done: 'cancelled',
      effect: 'The current run ends as cancelled, and its handler is aborted.',
      none: 'Only a task that has not ended can be cancelled',
    },
    rerun: {
      verb: 'Rerun',
      done: 'rerun',
      effect: 'A new run starts with the same input. Earlier runs stay in the history.',
      none: 'Only an ended task can be rerun',
    },
    delete: {
      verb: 'Delete',
      done: 'deleted',
      effect: 'All runs, steps, events and logs are deleted too. This cannot be undone.',
      none: 'Only an ended task can be deleted without cancelling it',
    },
  };

/** Which of the tasks an action can be done to, and which not, by what is known of their status. */
export function splitByAction<Task extends Pick<TaskRow, 'status' | 'isDeleted'>>(
  tasks: readonly Task[],
  action: TaskBulkAction,
  force = false,
): { able: Task[]; unable: Task[] } {
  const isAble = ({ status, isDeleted }: Task) => {
    if (isDeleted) return false;
    return action === 'delete' ? force || isEnded(status) : allowsAction(status, action);
  };
  return { able: tasks.filter(isAble), unable: tasks.filter((task) => !isAble(task)) };
}

/** Why an action cannot be chosen for these tasks; `undefined` where it can. */
export function whyNot(
  tasks: readonly Pick<TaskRow, 'status' | 'isDeleted'>[],
  action: TaskBulkAction,
): string | undefined {
  if (tasks.length === 0) return 'Select tasks first';
  const isPossible = splitByAction(tasks, action, true).able.length > 0;
  if (isPossible) return undefined;
  return whyUnable(tasks, action);
}

/** Why an action cannot be done to any of these tasks. */
export function whyUnable(unable: readonly Pick<TaskRow, 'isDeleted'>[], action: TaskBulkAction): string {
  const deleted = unable.filter(({ isDeleted }) => isDeleted).length;
  if (deleted === unable.length) return 'Already deleted';
  return deleted === 0 ? bulkWords[action].none : `${deleted} already deleted. ${bulkWords[action].none}`;
}
