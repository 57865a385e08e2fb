import { actionTarget, TaskdeckError } from '#contract';
import type { Database, Transaction } from '#database';
import { inTransaction } from '#database';
import { announce } from './announce.ts';
import { type LockedTask, lockTask, requireAction } from './lock-task.ts';

/**
 * Ends the time that the current run waits for: its sleeps, the back-off of a step or of the run, or its start time. The
 * run is queued at once. With `until`, only while its wait ends then, so that a request sent twice does not end the next
 * wait too. Throws `TaskNotFound`, `InvalidTransition`, `PreconditionFailed`.
 */
export async function wakeTask(database: Database, id: string, until?: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const task = await lockTask(transaction, id);
    requireAction(task, 'wake');
    const ends = task.status === 'waiting' ? await readSleeps(transaction, task) : [task.due_on];
    if (ends.length === 0)
      throw new TaskdeckError(
        'InvalidTransition',
        `cannot wake task "${id}": it is waiting, but not for a time, and would become ${actionTarget.wake}`,
      );
    if (until !== undefined && !ends.some((end) => end !== null && Date.parse(end) === Date.parse(until)))
      throw new TaskdeckError('PreconditionFailed', `task "${id}" no longer waits until ${until}`);
    if (task.status === 'waiting') await endSleeps(transaction, task);
    await transaction`
      update active_run set status = 'queued', queued_on = now(), due_on = null where task_key = ${task.key}`;
    await announce(transaction, [task], { isReady: true });
  });
}

/** Reads when the run's sleeps and the back-offs of its steps end. */
async function readSleeps(transaction: Transaction, { key, run_count }: LockedTask): Promise<string[]> {
  const rows = await transaction<{ wake_on: string }[]>`
    select wake_on from step where task_key = ${key} and run_count = ${run_count} and wake_on is not null
      and (kind = 'sleep' and status = 'waiting' or kind = 'step' and status = 'retrying')`;
  return rows.map((row) => row.wake_on);
}

/** The next execution of the handler finds that their time is over. */
async function endSleeps(transaction: Transaction, { key, run_count }: LockedTask): Promise<void> {
  await transaction`
    update step set wake_on = now() where task_key = ${key} and run_count = ${run_count} and wake_on > now()
      and (kind = 'sleep' and status = 'waiting' or kind = 'step' and status = 'retrying')`;
}
