import type { Database } from '#database';
import { inTransaction } from '#database';
import type { Actor } from '../actor.ts';
import { announce } from './announce.ts';
import { lockTask, requireAction } from './lock-task.ts';

/** Pauses the current run. The worker that holds it loses it. Throws `TaskNotFound`, `InvalidTransition`. */
export async function pauseTask(database: Database, id: string, actor: Actor): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const task = await lockTask(transaction, id);
    requireAction(task, 'pause');
    await transaction`
      update active_run set status = 'paused', paused_status = status, paused_by = ${actor.name}, paused_on = now(),
        has_journal = has_journal or started_on is not null, worker_key = null
      where task_key = ${task.key}`;
    await announce(transaction, task, { isTaken: true });
  });
}
