import type { Step, StepAttempt, StepKind, StepStateAccess, StepStatus, TaskError } from '#contract';
import { type Database, jsonMember, readStored } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';

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
  state: string | null;
};

/** The maximum number of accesses listed for one step. */
const mostAccesses = 100;

export function stepColumns(database: Database, hasOutput = true) {
  const output = hasOutput ? database`output` : database`null as output`;
  return database`sequence, name, kind, status, attempt, attempts, ${output}, error, started_on, ended_on, wake_on, event_name,
    child_task_id, worker, kept_from, case when kind = 'state' then (
      select json_agg(json_strip_nulls(json_build_object('storeName', s.name, 'id', a.id, 'access', a.access, 'version', a.version)))
      from (
        select * from state_access
        where task_key = step.task_key and run_count = coalesce(step.kept_from, step.run_count) and sequence = step.sequence
        order by store_key, id, access limit ${mostAccesses}
      ) a join state_store s on s.key = a.store_key
    ) end as state`;
}

export async function stepRecord(taskId: string, runCount: number, row: StepRow): Promise<Step> {
  return {
    ...omitAbsent({
      taskId,
      runCount,
      sequence: row.sequence,
      name: row.name,
      kind: row.kind,
      status: row.status,
      attempts: attemptsOf(row),
      error: readStored<TaskError>(row.error),
      startedOn: row.started_on,
      endedOn: row.ended_on,
      wakeOn: row.wake_on,
      eventName: row.event_name,
      childTaskId: row.child_task_id,
      state: readStored<StepStateAccess[]>(row.state),
      keptFrom: row.kept_from,
    }),
    ...(await jsonMember('output', row.output)),
  };
}

/**
 * The attempts in the time of the step, which is that of the database. A worker notes them by its estimate of that time,
 * which is a few milliseconds off, and more after its machine has slept: the step that failed would have begun before the
 * one that it followed.
 */
function attemptsOf(row: StepRow): StepAttempt[] {
  const noted = readStored<StepAttempt[]>(row.attempts);
  const first = noted?.[0];
  if (noted === undefined || first === undefined) return noted ?? [onlyAttempt(row)];
  const offset = Date.parse(row.started_on) - Date.parse(first.startedOn);
  if (offset === 0) return noted;
  const moved = (on: string) => new Date(Date.parse(on) + offset).toISOString();
  return noted.map((attempt) => ({
    ...attempt,
    startedOn: moved(attempt.startedOn),
    ...(attempt.endedOn !== undefined && { endedOn: moved(attempt.endedOn) }),
  }));
}

/** A step with a single attempt has no list of attempts: the attempt is made from its row. */
function onlyAttempt(row: StepRow): StepAttempt {
  return omitAbsent({
    attempt: row.attempt,
    startedOn: row.started_on,
    endedOn: row.ended_on,
    worker: row.worker,
    error: readStored<TaskError>(row.error),
  });
}
