import type { Database, Transaction } from '#database';
import { inTransaction } from '#database';
import { announce } from './announce.ts';
import { type LockedTask, lockTask, refuseOfBulk, requireAction, requireRun } from './lock-task.ts';

/**
 * Resumes a paused run. A run whose time has not come (start time, back-off) waits for it again. Any other run is
 * queued, and a run that was waiting is replayed and consumes what arrived meanwhile. Throws `TaskNotFound`,
 * `InvalidTransition`, and with `runCount`, when another run is current, `PreconditionFailed`.
 */
export async function resumeTask(database: Database, id: string, runCount?: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const task = await lockTask(transaction, id);
    refuseOfBulk(task, 'resume');
    requireRun(task, runCount);
    requireAction(task, 'resume');
    await resumeRuns(transaction, [task]);
  });
}

/** Resumes the current runs of locked tasks that allow it. */
export async function resumeRuns(transaction: Transaction, tasks: readonly LockedTask[]): Promise<void> {
  await transaction`
    with resumed as (
      select task_key, paused_status in ('scheduled', 'retrying') and due_on > now() as is_early
      from active_run where task_key = any(${tasks.map(({ key }) => key)}::bigint[])
    )
    update active_run a set
      status = case when r.is_early then a.paused_status else 'queued' end,
      queued_on = case when r.is_early then a.queued_on else now() end,
      due_on = case when r.is_early then a.due_on end,
      paused_status = null, paused_by = null, paused_on = null
    from resumed r where a.task_key = any (array[r.task_key])`;
  await announce(transaction, tasks, { isReady: true });
}
