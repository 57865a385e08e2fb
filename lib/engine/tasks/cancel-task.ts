import type { Schedule } from '#contract';
import { type Database, inTransaction, readStored, type Transaction } from '#database';
import { nextOccurrence } from '../schedules/next-occurrence.ts';
import { passedOn } from '../schedules/passed-on.ts';
import { beginRun } from './begin-run.ts';
import { endRuns } from './end-run.ts';
import { type LockedTask, lockTask, requireAction, requireRun } from './lock-task.ts';

/**
 * Ends the current run as cancelled. Its children go on. A run that has begun is followed by the schedule's next
 * occurrence. Cancelling an occurrence that has not begun ends the schedule until a rerun. Throws `TaskNotFound`,
 * `InvalidTransition`, and with `runCount`, when another run is current, `PreconditionFailed`.
 */
export async function cancelTask(database: Database, id: string, runCount?: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const task = await lockTask(transaction, id);
    requireRun(task, runCount);
    requireAction(task, 'cancel');
    await cancelRuns(transaction, [task]);
  });
}

/** Cancels the current runs of locked tasks that allow it. */
export async function cancelRuns(transaction: Transaction, tasks: readonly LockedTask[]): Promise<void> {
  await endRuns(transaction, tasks, 'cancelled');
  for (const task of tasks) await beginNextOccurrence(transaction, task);
}

async function beginNextOccurrence(transaction: Transaction, task: LockedTask): Promise<void> {
  const hadBegun = task.status !== 'scheduled' && task.paused_status !== 'scheduled';
  const schedule = readStored<Schedule>(task.schedule);
  if (!hadBegun || schedule === undefined) return;
  const dueOn = nextOccurrence(schedule, await passedOn(transaction, task.key), task.start_on);
  if (dueOn !== undefined) await beginRun(transaction, task, { trigger: 'schedule', by: undefined, dueOn });
}
