import {
  type ActiveStatus,
  type EndedStatus,
  partsOfValuePointer,
  type RunTrigger,
  type StepKind,
  type TaskStatus,
} from '#contract';
import type { Database, Transaction } from '#database';
import { selectListedValues } from './listed-values.ts';
import type { TaskColumns } from './task-columns.ts';
import { columnNames } from './task-columns-sql.ts';

/** The columns of a task's active run that its record and the reason why it does not move need. */
type ActiveColumns = {
  active_status: ActiveStatus | null;
  fence: number | null;
  active_queue: string | null;
  active_priority: number | null;
  active_concurrency_key: string | null;
  active_concurrency_limit: number | null;
  due_on: string | null;
  deadline_on: string | null;
  wait_kind: StepKind | null;
  wait_sequence: number | null;
  wait_name: string | null;
  wait_task_key: number | null;
  waiting_since: string | null;
  paused_by: string | null;
  paused_on: string | null;
  paused_status: ActiveStatus | null;
  worker_name: string | null;
  worker_expires_on: string | null;
  is_worker_lost: boolean | null;
};

/** A task with its current run: the active one, or else the last that ended. `now_on` is the database's time. */
export type TaskRow = ActiveColumns &
  TaskColumns & {
    key: number;
    id: string;
    type: string;
    input: string | null;
    type_retry: string | null;
    parent_id: string | null;
    parent_run_count: number | null;
    parent_sequence: number | null;
    version: number;
    created_on: string;
    created_by: string;
    modified_on: string;
    modified_by: string;
    ended_status: EndedStatus | null;
    run_count: number;
    trigger: RunTrigger;
    attempt: number;
    queued_on: string;
    requeued_on: string | null;
    started_on: string | null;
    ended_on: string | null;
    output: string | null;
    error: string | null;
    worker: string | null;
    /** As `selectListedValues` reads them. */
    listed: string | null;
    now_on: string;
  };

/** Which values of tasks or runs are read from the table. */
export type ValuesRead = {
  includeInput?: boolean | undefined;
  includeOutput?: boolean | undefined;
  /** Paths into them, as JSON Pointers. Only the values at these are read. */
  values?: readonly string[] | undefined;
};

export const allValues: ValuesRead = { includeInput: true, includeOutput: true };

/**
 * Reads tasks by key, in no particular order. Omits deleted tasks. The plan for one key is made once for each connection,
 * because it costs the same for every key. Planning takes longer than reading one task.
 */
export async function readTasks(
  database: Database | Transaction,
  keys: readonly number[],
  values: ValuesRead = allValues,
): Promise<TaskRow[]> {
  const [first, ...others] = keys;
  if (first === undefined) return [];
  const ofKeys = others.length === 0 ? database`t.key = ${first}` : database`t.key = any(${[...keys]}::bigint[])`;
  return database<TaskRow[]>`${selectTasks(database, values)} where ${ofKeys}`;
}

/** Reads tasks by id, without their values, in no particular order. Omits those that do not exist. */
export async function readTasksById(database: Database, ids: readonly string[]): Promise<TaskRow[]> {
  if (ids.length === 0) return [];
  return database<TaskRow[]>`${selectTasks(database, {})} where t.id = any(${[...ids]}::text[])`;
}

/** Reads one task by id. */
export async function readTaskById(
  database: Database | Transaction,
  id: string,
  values: ValuesRead = allValues,
): Promise<TaskRow | undefined> {
  const [row] = await database<TaskRow[]>`${selectTasks(database, values)} where t.id = ${id}`;
  return row;
}

/** Returns the status of a task, which is its current run's. */
export function statusOf(row: Pick<TaskRow, 'active_status' | 'ended_status' | 'id'>): TaskStatus {
  const status = row.active_status ?? row.ended_status;
  if (status === null) throw new Error(`task ${row.id} has no run`);
  return status;
}

/** The sensitive pointers of `task t`: its own, and those that its type `tt` has now. Null where there are none. */
export function sensitiveOf(database: Database | Transaction) {
  return database`case
    when tt.sensitive is null or tt.sensitive <@ coalesce(t.sensitive, '{}') then t.sensitive
    else (select array_agg(distinct pointer) from unnest(coalesce(t.sensitive, '{}') || tt.sensitive) pointer) end`;
}

function selectTasks(database: Database | Transaction, { includeInput, includeOutput, values = [] }: ValuesRead) {
  const input = database`case when i.is_given then i.input else t.input end`;
  const readsInput = includeInput || values.some((pointer) => partsOfValuePointer(pointer).root === 'input');
  return database`
    select t.key, t.id, t.type, ${columnNames(database, 't', 'sensitive')}, ${sensitiveOf(database)} as sensitive,
      ${includeInput ? input : database`null`} as input,
      tt.retry as type_retry, p.id as parent_id, t.parent_run_count, t.parent_sequence,
      t.version, t.created_on, t.created_by, t.modified_on, t.modified_by,
      a.status as active_status, a.fence, a.queue as active_queue, a.priority as active_priority,
      a.concurrency_key as active_concurrency_key, a.concurrency_limit as active_concurrency_limit,
      a.due_on, a.deadline_on, a.wait_kind, a.wait_sequence, a.wait_name, a.wait_task_key, a.waiting_since,
      a.paused_by, a.paused_on, a.paused_status,
      w.name as worker_name, w.expires_on as worker_expires_on, w.is_expired or w.expires_on < now() as is_worker_lost,
      r.status as ended_status,
      coalesce(a.run_count, r.run_count) as run_count, coalesce(a.trigger, r.trigger) as trigger,
      coalesce(a.attempt, r.attempt) as attempt, coalesce(a.queued_on, r.queued_on) as queued_on, a.requeued_on,
      coalesce(a.started_on, r.started_on) as started_on, r.ended_on,
      ${includeOutput ? database`r.output` : database`null`} as output,
      coalesce(r.error, a.last_error) as error, coalesce(w.name, r.worker) as worker,
      ${selectListedValues(database, values, { input, output: database`r.output` })} as listed,
      now() as now_on
    from task t
    left join lateral (select * from active_run where active_run.task_key = t.key offset 0) a on true -- see claimRuns
    left join worker w on w.key = a.worker_key
    left join task_type tt on tt.type = t.type
    left join task p on p.key = t.parent_key
    left join lateral (
      select * from run where a.task_key is null and run.task_key = t.key order by run.run_count desc limit 1
    ) r on true
    ${
      readsInput
        ? database`left join lateral (
            select input, true as is_given from task_input
            where task_input.task_key = t.key order by from_run_count desc limit 1
          ) i on true`
        : database``
    }`;
}
