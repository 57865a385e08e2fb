import { isEnded, type Schedule } from '#contract';
import { readStored, type Transaction } from '#database';
import type { Actor } from '../actor.ts';
import type { TaskColumns } from '../rows/task-columns.ts';
import { firstOccurrence } from '../schedules/next-occurrence.ts';
import { passedOn } from '../schedules/passed-on.ts';
import { beginRun } from './begin-run.ts';
import { endRuns } from './end-run.ts';
import type { LockedTask } from './lock-task.ts';

/**
 * Adjusts the current run to a changed schedule or start time. An ended task that got a schedule waits for its first
 * occurrence. A run that has not started waits for its new time. An occurrence whose schedule was removed is cancelled.
 */
export async function rescheduleRun(
  transaction: Transaction,
  task: LockedTask,
  columns: Pick<TaskColumns, 'schedule' | 'start_on'>,
  actor: Actor,
  isScheduleChanged: boolean,
): Promise<void> {
  const passed = await passedOn(transaction, task.key);
  const schedule = readStored<Schedule>(columns.schedule);
  const startOn = columns.start_on !== null && columns.start_on > passed ? columns.start_on : undefined;
  const dueOn = schedule === undefined ? startOn : firstOccurrence(schedule, passed, columns.start_on ?? undefined);
  if (isEnded(task.status)) {
    if (isScheduleChanged && schedule !== undefined && dueOn !== undefined)
      await beginRun(transaction, task, { trigger: 'schedule', by: actor, dueOn });
    return;
  }
  if (await hasStarted(transaction, task.key)) return;
  const isPending = task.status === 'scheduled' || task.paused_status === 'scheduled';
  const lostSchedule = isScheduleChanged && schedule === undefined && task.schedule !== null;
  if (isPending && lostSchedule && startOn === undefined) await endRuns(transaction, [task], 'cancelled');
  else if (isPending || (!isScheduleChanged && startOn !== undefined && isQueued(task)))
    await moveRun(transaction, task.key, dueOn);
}

async function hasStarted(transaction: Transaction, key: number): Promise<boolean> {
  const [run] = await transaction`select from active_run where task_key = ${key} and started_on is not null`;
  return run !== undefined;
}

function isQueued(task: LockedTask): boolean {
  return task.status === 'queued' || task.paused_status === 'queued';
}

/** A paused run stays paused and gets its new time when it is resumed. */
async function moveRun(transaction: Transaction, key: number, dueOn: string | undefined): Promise<void> {
  const status = dueOn === undefined ? 'queued' : 'scheduled';
  await transaction`
    update active_run set due_on = ${dueOn ?? null}::timestamptz, queued_on = now(),
      status = case when status = 'paused' then status else ${status}::run_status end,
      paused_status = case when status = 'paused' then ${status}::run_status end
    where task_key = ${key}`;
}
