import { type Schedule, TaskdeckError } from '#contract';
import { type Database, inTransaction, readStored, type Transaction } from '#database';
import { isReadable, nextOccurrence } from '../schedules/next-occurrence.ts';
import { passedOn } from '../schedules/passed-on.ts';
import { beginRun } from './begin-run.ts';
import { endRuns } from './end-run.ts';
import { type LockedTask, lockTask, requireAction, requireRun } from './lock-task.ts';

/**
 * Ends the current run as cancelled. Its children go on. A run that has begun is followed by the schedule's next
 * occurrence. Cancelling an occurrence that has not begun ends the schedule until a rerun. Throws `TaskNotFound`,
 * `InvalidTransition`, also where this process cannot read its schedule, and with `runCount`, when another run is current, `PreconditionFailed`.
 */
export async function cancelTask(database: Database, id: string, runCount?: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const task = await lockTask(transaction, id);
    requireRun(task, runCount);
    requireAction(task, 'cancel');
    const why = whyNotFollowed(task);
    if (why !== undefined) throw new TaskdeckError('InvalidTransition', `cannot cancel task "${id}": ${why}`);
    await cancelRuns(transaction, [task]);
  });
}

/** Cancels the current runs of locked tasks that allow it. */
export async function cancelRuns(transaction: Transaction, tasks: readonly LockedTask[]): Promise<void> {
  await endRuns(transaction, tasks, 'cancelled');
  for (const task of tasks) await beginNextOccurrence(transaction, task);
}

/** Why the run of a task cannot be cancelled by this process: it cannot tell when the next one is due. */
export function whyNotFollowed(task: ScheduledTask): string | undefined {
  const schedule = scheduleAfter(task);
  if (schedule === undefined || isReadable(schedule)) return undefined;
  return 'this process cannot read its schedule, so its next run would be lost: change the schedule first';
}

type ScheduledTask = Pick<LockedTask, 'status' | 'paused_status' | 'schedule'>;

/** The schedule that goes on after the current run is cancelled. */
function scheduleAfter(task: ScheduledTask): Schedule | undefined {
  const hadBegun = task.status !== 'scheduled' && task.paused_status !== 'scheduled';
  return hadBegun ? readStored<Schedule>(task.schedule) : undefined;
}

async function beginNextOccurrence(transaction: Transaction, task: LockedTask): Promise<void> {
  const schedule = scheduleAfter(task);
  if (schedule === undefined) return;
  const dueOn = nextOccurrence(schedule, await passedOn(transaction, task.key), task.start_on);
  if (dueOn !== undefined) await beginRun(transaction, task, { trigger: 'schedule', by: undefined, dueOn });
}
