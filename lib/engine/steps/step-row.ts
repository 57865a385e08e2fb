import type { Step, StepAttempt, StepKind, StepStatus, TaskError } from '#contract';
import type { Database } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';
import { jsonMember, readStored } from '../rows/stored-json.ts';

export type StepRow = {
  sequence: number;
  name: string;
  kind: StepKind;
  status: StepStatus;
  attempt: number;
  attempts: string | null;
  output: string | null;
  error: string | null;
  started_on: string;
  ended_on: string | null;
  wake_on: string | null;
  event_name: string | null;
  child_task_id: string | null;
  worker: string | null;
  kept_from: number | null;
};

export function stepColumns(database: Database) {
  return database`sequence, name, kind, status, attempt, attempts, output, error, started_on, ended_on, wake_on, event_name,
    child_task_id, worker, kept_from`;
}

export function stepRecord(taskId: string, runCount: number, row: StepRow): Step {
  return {
    ...omitAbsent({
      taskId,
      runCount,
      sequence: row.sequence,
      name: row.name,
      kind: row.kind,
      status: row.status,
      attempts: readStored<StepAttempt[]>(row.attempts) ?? [onlyAttempt(row)],
      error: readStored<TaskError>(row.error),
      startedOn: row.started_on,
      endedOn: row.ended_on,
      wakeOn: row.wake_on,
      eventName: row.event_name,
      childTaskId: row.child_task_id,
      keptFrom: row.kept_from,
    }),
    ...jsonMember('output', row.output),
  };
}

/** A step that has had one attempt keeps no list of them: the row itself tells it. */
function onlyAttempt(row: StepRow): StepAttempt {
  return omitAbsent({
    attempt: row.attempt,
    startedOn: row.started_on,
    endedOn: row.ended_on,
    worker: row.worker,
    error: readStored<TaskError>(row.error),
  });
}
