import type { Database, Transaction } from '#database';
import { inTransaction } from '#database';
import type { Actor } from '../actor.ts';
import { announce } from './announce.ts';
import { type LockedTask, lockTask, requireAction } from './lock-task.ts';

/** Pauses the current run. The worker that holds it loses it. Throws `TaskNotFound`, `InvalidTransition`. */
export async function pauseTask(database: Database, id: string, actor: Actor): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const task = await lockTask(transaction, id);
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
  await transaction`
    update active_run set status = 'paused', paused_status = status, paused_by = ${actor.name}, paused_on = now(),
      has_journal = has_journal or started_on is not null, worker_key = null
    where task_key = any(${tasks.map(({ key }) => key)}::bigint[])`;
  await announce(transaction, tasks, { isTaken: true });
}
