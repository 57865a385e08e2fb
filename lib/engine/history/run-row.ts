import type { RunTrigger, TaskError, TaskHistoryResponse, TaskStatus, WaitingFor } from '#contract';
import { type Database, jsonMember, readStored } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';
import { allValues, type ValuesRead } from '../rows/task-row.ts';

export type RunRow = {
  run_count: number;
  is_current: boolean;
  status: TaskStatus;
  trigger: RunTrigger;
  triggered_by: string;
  forked_from_run_count: number | null;
  forked_from_sequence: number | null;
  attempt: number;
  input: string | null;
  output: string | null;
  error: string | null;
  queued_on: string;
  started_on: string | null;
  ended_on: string | null;
  worker: string | null;
  worker_version: string | null;
  total: number;
  succeeded: number;
  failed: number;
};

/** Selects the runs of a task, ended and active, as `(task_key, run_count, is_current, status, …)`. */
export function selectRuns(database: Database, taskKey: number) {
  return database`
    select run_count, is_current, status, trigger, triggered_by, forked_from_run_count, forked_from_sequence, attempt,
      error, queued_on, started_on, ended_on, worker
    from run where task_key = ${taskKey}
    union all
    select run_count, true, status, trigger, triggered_by, forked_from_run_count, forked_from_sequence, attempt,
      last_error, queued_on, active_run.started_on, null, worker.name
    from active_run left join worker on worker.key = active_run.worker_key
    where task_key = ${taskKey}`;
}

/**
 * Adds each run's step counts and the requested values. `runs` names rows of `selectRuns`. The steps of all runs are counted
 * in one pass: counted for each run, those of a long one could be looked through again for every other.
 */
export function selectRunDetails(
  database: Database,
  taskKey: number,
  { includeInput, includeOutput }: ValuesRead = allValues,
) {
  return database`
    select runs.*, ${includeInput ? database`case when i.is_given then i.input else t.input end` : database`null`} as input,
      ${includeOutput ? database`(select output from run r where r.task_key = ${taskKey} and r.run_count = runs.run_count)` : database`null`} as output,
      (select version from worker_version w where w.worker = runs.worker and w.type = t.type
        and w.registered_on <= coalesce(runs.ended_on, now()) order by w.registered_on desc limit 1) as worker_version,
      coalesce(s.total, 0) as total, coalesce(s.succeeded, 0) as succeeded, coalesce(s.failed, 0) as failed
    from runs
    join task t on t.key = ${taskKey}
    ${
      includeInput
        ? database`left join lateral (
            select input, true as is_given from task_input
            where task_key = ${taskKey} and from_run_count <= runs.run_count order by from_run_count desc limit 1
          ) i on true`
        : database``
    }
    left join (
      select run_count, count(*) as total, count(*) filter (where status = 'succeeded') as succeeded,
        count(*) filter (where status = 'failed') as failed
      from step where task_key = ${taskKey} and run_count = any(array(select run_count from runs)) group by run_count
    ) s on s.run_count = runs.run_count`;
}

export async function runRecord(taskId: string, row: RunRow, waitingFor?: WaitingFor): Promise<TaskHistoryResponse> {
  const forkedFrom =
    row.forked_from_run_count === null || row.forked_from_sequence === null
      ? undefined
      : { runCount: row.forked_from_run_count, sequence: row.forked_from_sequence };
  return {
    ...omitAbsent({
      taskId,
      runCount: row.run_count,
      isCurrent: row.is_current,
      trigger: row.trigger,
      triggeredBy: row.triggered_by,
      forkedFrom,
      status: row.status,
      attempt: row.attempt,
      error: readStored<TaskError>(row.error),
      queuedOn: row.queued_on,
      startedOn: row.started_on,
      endedOn: row.ended_on,
      worker: row.worker,
      workerVersion: row.worker_version,
      waitingFor,
      stepCounts: {
        total: row.total,
        succeeded: row.succeeded,
        failed: row.failed,
        active: row.total - row.succeeded - row.failed,
      },
    }),
    ...(await jsonMember('input', row.input)),
    ...(await jsonMember('output', row.output)),
  };
}
