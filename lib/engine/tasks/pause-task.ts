import type { Database, Transaction } from '#database';
import { inTransaction } from '#database';
import type { Actor } from '../actor.ts';
import { announce } from './announce.ts';
import { type LockedTask, lockTask, requireAction, requireRun } from './lock-task.ts';

/**
 * Pauses the current run. The worker that holds it loses it. With `runCount`, only while that run is the current one.
 * Throws `TaskNotFound`, `InvalidTransition`, `PreconditionFailed`.
 */
export async function pauseTask(database: Database, id: string, actor: Actor, runCount?: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const task = await lockTask(transaction, id);
    requireRun(task, runCount);
    requireAction(task, 'pause');
    await pauseRuns(transaction, [task], actor);
  });
}

/** Pauses the current runs of locked tasks that allow it. */
export async function pauseRuns(
  transaction: Transaction,
  tasks: readonly LockedTask[],
  actor: Pick<Actor, 'name'>,
): Promise<void> {
  const keys = tasks.map(({ key }) => key);
  await transaction`
    update active_run set status = 'paused', paused_status = status, paused_by = ${actor.name}, paused_on = now(),
      has_journal = has_journal or started_on is not null, worker_key = null
    where task_key = any(${keys}::bigint[])`;
  await transaction`
    select wake_free_lines(array_agg(namespace), array_agg(name)) from lock_waiter
    where task_key = any(${keys}::bigint[]) having count(*) > 0`;
  await announce(transaction, tasks, { isTaken: true });
}
