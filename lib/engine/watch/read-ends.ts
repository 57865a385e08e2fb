import type { EndedStatus, TaskError, TaskResponse } from '#contract';
import { type Database, jsonMember, readStored } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';
import { sensitiveOf } from '../rows/task-row.ts';

type EndRow = {
  key: number;
  sensitive: string[] | null;
  status: EndedStatus;
  attempt: number;
  queued_on: string;
  started_on: string | null;
  ended_on: string;
  output: string | null;
  error: string | null;
  worker: string | null;
};

/**
 * Reads what the end of its first run added to the record of a task, and resolves with the records that are complete so.
 * `created` has the records of the creation by key. Omits tasks that have changed otherwise since, that run again, or that
 * are gone: those are to be read whole. Costs less than half of that.
 */
export async function readEnds(
  database: Database,
  created: ReadonlyMap<number, TaskResponse>,
): Promise<Map<number, TaskResponse>> {
  const [first, ...others] = created.keys();
  if (first === undefined) return new Map();
  // One key is compared by equality: the plan is then made once, and not for each number of keys.
  const keys =
    others.length === 0 ? database`t.key = ${first}` : database`t.key = any(${[first, ...others]}::bigint[])`;
  // While its first run is the current one, a task has no other run and no other input.
  const rows = await database<EndRow[]>`
    select t.key, ${sensitiveOf(database)} as sensitive, r.status, r.attempt, r.queued_on, r.started_on, r.ended_on,
      r.output, r.error, r.worker
    from task t left join task_type tt on tt.type = t.type, lateral (
      select * from run where task_key = t.key and run_count = 1 offset 0
    ) r
    where ${keys} and t.version = 1 and r.is_current`;
  const records = new Map<number, TaskResponse>();
  for (const row of rows) {
    const record = created.get(row.key);
    if (record !== undefined) records.set(row.key, await endedRecord(record, row));
  }
  return records;
}

async function endedRecord(created: TaskResponse, row: EndRow): Promise<TaskResponse> {
  const { nextRunOn: _, waitingFor: __, sensitive: ___, ...kept } = created;
  return {
    ...kept,
    status: row.status,
    attempt: row.attempt,
    queuedOn: row.queued_on,
    ...omitAbsent({
      sensitive: row.sensitive,
      startedOn: row.started_on,
      endedOn: row.ended_on,
      error: readStored<TaskError>(row.error),
      worker: row.worker,
    }),
    ...(await jsonMember('output', row.output)),
  };
}
