import type { Schedule, TaskError, TaskResponse, WaitingFor } from '#contract';
import { jsonMember, readStored } from '#database';
import { readListedValues } from '../rows/listed-values.ts';
import { omitAbsent } from '../rows/omit-absent.ts';
import { configuredMembers } from '../rows/task-columns.ts';
import { statusOf, type TaskRow } from '../rows/task-row.ts';
import { toldOccurrence } from '../schedules/next-occurrence.ts';
import { taskTag } from './task-tag.ts';

/** Converts a row to the contract's record of a task. `paths` are those that the row was read with. */
export async function taskRecord(
  row: TaskRow,
  waitingFor?: WaitingFor,
  paths: readonly string[] = [],
): Promise<TaskResponse> {
  const configured = configuredMembers(row);
  return {
    ...omitAbsent({
      id: row.id,
      type: row.type,
      ...configured,
      schedule: configured.schedule && scheduleRecord(configured.schedule),
      parent: parentOf(row),
      status: statusOf(row),
      runCount: row.run_count,
      attempt: row.attempt,
      etag: taskTag(row),
      createdOn: row.created_on,
      createdBy: row.created_by,
      lastModifiedOn: row.modified_on,
      lastModifiedBy: row.modified_by,
      queuedOn: row.queued_on,
      startedOn: row.started_on,
      endedOn: row.ended_on,
      nextRunOn: nextRunOn(row, configured.schedule),
      waitingFor,
      error: readStored<TaskError>(row.error),
      worker: row.worker,
    }),
    ...(await jsonMember('input', row.input)),
    ...(await jsonMember('output', row.output)),
    ...(row.listed !== null && { values: readListedValues(paths, row.listed) }),
  };
}

function scheduleRecord(schedule: Schedule): TaskResponse['schedule'] {
  return omitAbsent({ cron: schedule.cron, timeZone: schedule.timeZone, until: schedule.until });
}

function parentOf(row: TaskRow): TaskResponse['parent'] {
  if (row.parent_id === null || row.parent_run_count === null || row.parent_sequence === null) return undefined;
  return { taskId: row.parent_id, runCount: row.parent_run_count, sequence: row.parent_sequence };
}

/** A scheduled run shows when it is due. Any other run of a task with a schedule is followed by the next occurrence. */
function nextRunOn(row: TaskRow, schedule: Schedule | undefined): string | undefined {
  const pending = row.active_status === 'paused' ? row.paused_status : row.active_status;
  if (pending === 'scheduled') return row.due_on ?? undefined;
  if (schedule === undefined || row.active_status === null) return undefined;
  const isSetBack = row.queued_on > row.now_on; // the clock of the database
  return toldOccurrence(schedule, isSetBack ? row.queued_on : row.now_on, row.start_on);
}
