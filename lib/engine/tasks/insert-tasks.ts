import { changeNotice, channels, type Database, jsonArray, type Transaction } from '#database';
import { columnArrays, columnNames, receivedColumns } from '../rows/task-columns-sql.ts';
import { crowdedFrom } from './crowded-callers.ts';
import type { TaskDraft } from './task-draft.ts';

/** An inserted task. `created_on` is the database's time. */
export type InsertedTask = { id: string; key: number; created_on: string; is_scheduled: boolean };

/**
 * Inserts tasks with their first run and their audit records in one statement, and notifies workers and watchers. A task that is missing in the
 * result was not inserted: its id or its idempotency key is taken. When another process takes a key at the same moment,
 * throws PostgreSQL's unique_violation for the whole batch; a second try finds the key taken.
 */
export async function insertTasks(
  database: Database | Transaction,
  drafts: readonly TaskDraft[],
): Promise<InsertedTask[]> {
  const column = <Name extends keyof TaskDraft>(name: Name) => drafts.map((draft) => draft[name]);
  const hasKeys = drafts.some((draft) => draft.idempotencyKey !== null);
  const unlessKeyTaken = hasKeys
    ? database`where d.idempotency_key is null
        or not exists (select from task_idempotency where task_idempotency.key = d.idempotency_key)`
    : database``;
  const newKeys = hasKeys
    ? database`, new_key as (
        insert into task_idempotency (key, body_hash, task_key)
        select d.idempotency_key, d.body_hash, t.key from new_task t join draft d using (id)
        where d.idempotency_key is not null)`
    : database``;
  const records = drafts.flatMap(({ id, pendingAudit }) =>
    pendingAudit === undefined ? [] : { task: id, ...pendingAudit },
  );
  const keptRecords =
    records.length === 0
      ? database``
      : database`, kept_record as (
        insert into pending_audit (id, process_id, record)
        select r.id, r.process_id, r.record::json
        from unnest(
          ${records.map(({ task }) => task)}::text[], ${records.map(({ id }) => id)}::uuid[],
          ${records.map(({ processId }) => processId)}::uuid[], ${jsonArray(records.map(({ record }) => record))}::text[]
        ) as r (task_id, id, process_id, record) join new_task t on t.id = r.task_id
        on conflict (id) do nothing)`;
  return database<InsertedTask[]>`
    with draft as materialized (
      select * from unnest(
        ${columnArrays(
          database,
          drafts.map(({ columns }) => columns),
        )},
        ${column('id')}::text[], ${column('type')}::text[], ${jsonArray(column('input'))}::text[],
        ${column('dueOn')}::timestamptz[], ${column('createdBy')}::text[], ${column('owner')}::text[],
        ${column('idempotencyKey')}::uuid[], ${column('keptHash')}::text[], ${drafts.map(({ isCrowded }) => (isCrowded ? crowdedFrom : 0))}::bigint[]
      ) as draft (${columnNames(database)}, id, type, input, due_on, created_by, owner, idempotency_key, body_hash, ready_after)
    ), new_task as (
      insert into task (${columnNames(database)}, id, type, input, created_by, modified_by, owner)
      select ${receivedColumns(database)}, id, type, input::json, created_by, created_by,
        case when start_on is not null or schedule is not null then owner end
      from draft d ${unlessKeyTaken}
      on conflict (id) do nothing
      returning key, id, created_on
    ), new_run as (
      insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority,
        concurrency_key, concurrency_limit, due_on, ready_key, owner)
      select t.key, 1, case when d.due_on > now() then 'scheduled' else 'queued' end::run_status, 'create', d.created_by,
        d.type, d.queue, d.priority, d.concurrency_key, d.concurrency_limit, case when d.due_on > now() then d.due_on end, t.key + d.ready_after,
        d.owner
      from new_task t join draft d using (id)
    ) ${newKeys} ${keptRecords}, told as materialized (
      select pg_notify(${channels.work}, ''),
        pg_notify(${channels.change}, ${changeNotice({ ids: drafts.map(({ id }) => id), created: drafts.length, endedKeys: [] })})
    )
    select t.id, t.key, t.created_on, coalesce(d.due_on > now(), false) as is_scheduled
    from new_task t join draft d using (id)
    where (select count(*) from told) = 1`;
}
