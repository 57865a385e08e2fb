import {
  type ActiveStatus,
  actionTarget,
  alertTaskType,
  allowsAction,
  bulkTaskType,
  type TaskAction,
  TaskdeckError,
  type TaskStatus,
} from '#contract';
import type { Transaction } from '#database';
import { taskNotFound } from './task-not-found.ts';
import { type Tagged, taskTag } from './task-tag.ts';

/** A task whose row and active run are locked: its status cannot change until the transaction ends. */
export type LockedTask = {
  key: number;
  id: string;
  type: string;
  version: number;
  created_on: string;
  parent_key: number | null;
  status: TaskStatus;
  run_count: number;
  /** The status to which a paused run returns. */
  paused_status: ActiveStatus | null;
  due_on: string | null;
  schedule: string | null;
  start_on: string | null;
};

/** Locks a task for a command. Throws `TaskNotFound`. */
export async function lockTask(transaction: Transaction, id: string): Promise<LockedTask> {
  const [task] = await lockTasks(transaction, [id]);
  if (task === undefined) throw taskNotFound(id);
  return task;
}

/** Locks tasks in the order of their keys, so that two batches cannot wait for each other. Omits missing ones. */
export async function lockTasks(transaction: Transaction, ids: readonly string[]): Promise<LockedTask[]> {
  const tasks = await transaction<{ key: number }[]>`
    select key from task where id = any(${[...ids]}::text[]) order by key for update`;
  if (tasks.length === 0) return [];
  const keys = tasks.map(({ key }) => key);
  await transaction`select from active_run where task_key = any(${keys}::bigint[]) order by task_key for update`;
  // Read in a separate statement, which sees what was committed while this one waited for the locks.
  return transaction<LockedTask[]>`
    select t.key, t.id, t.type, t.version, t.created_on, t.parent_key, coalesce(a.status, r.status) as status,
      coalesce(a.run_count, r.run_count) as run_count, a.paused_status, a.due_on, t.schedule, t.start_on
    from task t
    left join lateral (select * from active_run where active_run.task_key = t.key offset 0) a on true
    left join lateral (
      select status, run_count from run where a.task_key is null and run.task_key = t.key order by run_count desc limit 1
    ) r on true
    where t.key = any(${keys}::bigint[])`;
}

/** Throws `InvalidTransition`, which names both states, when the task's status does not allow the action. */
export function requireAction(task: Pick<LockedTask, 'id' | 'status'>, action: TaskAction): void {
  if (allowsAction(task.status, action)) return;
  const target = actionTarget[action];
  const why = task.status === target ? `already ${target}` : `${task.status} and would become ${target}`;
  throw new TaskdeckError('InvalidTransition', `cannot ${action} task "${task.id}": it is ${why}`);
}

/**
 * Throws `InvalidTransition` for the task of a bulk operation. When it works decides when the operation acts, and that
 * needs the scope of its action.
 */
export function refuseOfBulk(task: Pick<LockedTask, 'id' | 'type'>, verb: string): void {
  if (task.type !== bulkTaskType) return;
  throw new TaskdeckError(
    'InvalidTransition',
    `cannot ${verb} task "${task.id}": it works off a bulk operation, which can be paused, resumed and stopped`,
  );
}

/** Throws `InvalidTransition` for the task of a delivery: with other settings nobody might deliver the notice of the alert. */
export function refuseOfDelivery(task: Pick<LockedTask, 'id' | 'type'>): void {
  if (task.type !== alertTaskType) return;
  throw new TaskdeckError('InvalidTransition', `cannot change task "${task.id}": it delivers a notice of an alert`);
}

/** Throws `PreconditionFailed` when the caller's entity tag is not the task's. `*` matches any. */
export function requireEtag(task: Tagged & { id: string }, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*') return;
  const etag = taskTag(task);
  const given = ifMatch.split(',').map((one) => one.trim());
  if (given.includes(etag)) return;
  throw new TaskdeckError(
    'PreconditionFailed',
    `task "${task.id}" was changed since: its etag is ${etag}, the request was for ${ifMatch}`,
  );
}

/** Throws `PreconditionFailed` when the run that the caller saw is no longer the current one. */
export function requireRun(task: Pick<LockedTask, 'id' | 'run_count'>, runCount: number | undefined): void {
  if (runCount === undefined || runCount === task.run_count) return;
  throw new TaskdeckError(
    'PreconditionFailed',
    `run ${runCount} of task "${task.id}" is not its current run, which is run ${task.run_count}`,
  );
}
