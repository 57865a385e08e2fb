import type { Database, Transaction } from '../../lib/database/index.ts';

/** Tasks that are written by one statement. */
const batch = 250_000;

/** What is left out while rows are written, and built once at the end. */
const tables = ['task', 'task_tag', 'run', 'active_run', 'search_text'];

/**
 * Fills an empty database as years of use would: 20 usual types and 200 rare ones, 8 queues, three tags for each task,
 * indexes of two paths into inputs, children, 300 causes of failures that come in waves, and 1.5 % of tasks that have not
 * ended, most of them waiting. What has ended has three steps. Types
 * differ in how often they fail, so that some pairs of filters match many tasks, some few and some none. The same `total`
 * gives the same rows, but for their times.
 */
export async function fillHistory(
  database: Database,
  total: number,
  onProgress: (words: string) => void,
): Promise<void> {
  await database.begin(async (transaction) => {
    await transaction`create function pg_temp.part(n bigint, salt bigint) returns double precision language sql immutable as
      'select (hashint8extended(n, salt) & 2147483647) / 2147483648.0'`;
    // The indexes come back as they were, so that what is measured has the indexes of the product.
    const indexes = await transaction<{ name: string; definition: string }[]>`
      select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = any(${tables}::regclass[]) and not i.indisunique`;
    for (const { name } of indexes) await transaction.unsafe(`drop index ${name}`);
    await transaction`set local session_replication_role = replica`; // the triggers of tags: they are written below
    await transaction`set local synchronous_commit = off`;
    for (let from = 1; from <= total; from += batch) {
      await writeBatch(transaction, from, Math.min(total, from + batch - 1), total);
      onProgress(`${Math.min(total, from + batch - 1).toLocaleString('en')} tasks`);
    }
    await writeTags(transaction);
    onProgress('tags');
    await writeValueIndexes(transaction);
    onProgress('indexes of values');
    await transaction`set local maintenance_work_mem = '2GB'`;
    for (const { name, definition } of indexes) {
      await transaction.unsafe(definition);
      onProgress(`index ${name}`);
    }
    await transaction`update search_progress set task_key = (select max(key) from task)`;
  });
  await database`vacuum analyze`;
  onProgress('vacuumed');
}

async function writeBatch(database: Transaction, from: number, to: number, total: number): Promise<void> {
  await database`
    create temporary table filling on commit drop as
    select n,
      case when rare < 0.005 then 'rare.type-' || floor(200 * kind)::int else 'type-' || to_char(usual, 'FM00') end as type,
      usual, rare, luck, more, active,
      'queue-' || ((usual * 3 + floor(3 * more)::int) % 8) as queue,
      now() - interval '700 days' * ((${total}::bigint - n)::float / ${total}) as created_on
    from generate_series(${from}::bigint, ${to}::bigint) n,
      lateral (select pg_temp.part(n, 1) as kind, pg_temp.part(n, 2) as rare, pg_temp.part(n, 3) as luck,
        pg_temp.part(n, 4) as more, pg_temp.part(n, 5) as active) drawn,
      lateral (select floor(20 * kind * kind)::int as usual) chosen`;
  await database`
    insert into task (id, type, name, queue, priority, tags, input, parent_key, schedule, created_by, modified_by, created_on, modified_on)
    select 'task-' || n, type, 'Order ' || n || ' of ' || (array['Ahmed', 'Müller', 'Okafor', 'Tanaka', 'Silva'])[1 + n % 5],
      queue, (n % 3)::smallint,
      jsonb_build_object('customer', floor(10000 * luck)::int::text, 'region', (array['eu', 'us', 'ap', 'af', 'sa'])[1 + floor(5 * more)::int],
        'release', 'v' || (500 * n / ${total}::bigint)),
      json_build_object('order', n, 'amount', floor(1000 * more)), 
      case when more < 0.1 and n > 100 then n - 1 - floor(50 * luck)::bigint end,
      case when n % 50000 = 7 then '{"cron":"0 3 * * *"}'::jsonb end,
      'bench', 'bench', created_on, created_on
    from filling order by n`;
  await database`
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority, queued_on, started_on,
      wait_kind, wait_sequence, wait_name, waiting_since, due_on, paused_by, paused_on, paused_status, last_error)
    select n, 1, status::run_status, 'create', 'bench', type, queue, (n % 3)::smallint, created_on, created_on,
      case when status = 'waiting' then (case when luck < 0.6 then 'event' when luck < 0.9 then 'task' when luck < 0.99 then 'sleep' else 'lock' end)::step_kind end,
      case when status = 'waiting' then 0 end,
      case when status = 'waiting' and luck < 0.6 then (array['approval', 'payment', 'shipment'])[1 + floor(3 * more)::int]
        when status = 'waiting' and luck >= 0.99 then 'lock stock' end,
      case when status = 'waiting' then created_on end,
      case when status in ('scheduled', 'retrying') then now() + interval '30 days' end,
      case when status = 'paused' then 'bench' end, case when status = 'paused' then created_on end,
      case when status = 'paused' then 'running'::run_status end,
      case when status = 'retrying' then '{"name":"Error","message":"the connection had a timeout"}'::json end
    from filling, lateral (select case when active < 0.010 then 'waiting' when active < 0.013 then 'queued'
      when active < 0.0145 then 'scheduled' when active < 0.0148 then 'retrying' else 'paused' end as status) s
    where active < 0.015 order by n`;
  await database`
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, output, error, fingerprint,
      queued_on, started_on, ended_on, worker)
    select n, 1, true, status::run_status, 'create', 'bench', 1, case when status = 'succeeded' then '{"isDone":true}'::json end,
      case when cause is not null then json_build_object('name', 'Error', 'message', 'cause ' || cause || ': the connection had a timeout', 'fingerprint', 'f' || cause) end,
      'f' || cause, created_on, created_on + interval '1 second' * luck, created_on + interval '1 second' * luck + interval '1 second' * (-ln(1 - more) * 10),
      'worker-' || n % 4
    from filling,
      lateral (select case when more > 0.995 then 'cancelled' when more > 0.99 then 'timedOut'
        when luck < (case when usual = 19 then 0 when usual = 3 then 0.2 when n / 100000 % 10 = 3 then 0.1 else 0.01 end) then 'failed'
        else 'succeeded' end as status) s,
      lateral (select case when status = 'failed' then floor(300 * more * more)::int end as cause) c
    where active >= 0.015 order by n`;
  await database`
    insert into step (task_key, run_count, sequence, name, kind, status, output, started_on, ended_on, worker)
    select task_key, 1, sequence, (array['reserve', 'charge', 'confirm'])[1 + sequence], 'step', 'succeeded', '{"isDone":true}'::json,
      started_on, ended_on, worker
    from run, generate_series(0, 2) as sequence where task_key between ${from} and ${to} order by task_key, sequence`;
  await database`
    insert into search_text (task_key, kind, body)
    select key, 't', concat_ws(' ', id, name, type) from task where key between ${from} and ${to}`;
  await database`
    insert into search_text (task_key, kind, body)
    select task_key, 'e', (error ->> 'name') || ': ' || (error ->> 'message') from run
    where task_key between ${from} and ${to} and error is not null`;
  await database`drop table filling`;
}

async function writeTags(database: Transaction): Promise<void> {
  await database`set local work_mem = '2GB'`;
  await database`
    insert into task_tag (tag, task_key)
    select tag.name || '=' || tag.value, key from task, lateral jsonb_each_text(tags) as tag (name, value) order by 2, 1`;
}

/** Indexes of the values of two paths, as operators ask for them, with the entries that triggers and housekeeping would write. */
async function writeValueIndexes(database: Transaction): Promise<void> {
  await database`
    insert into value_index (pointer, root, path, status, created_by)
    select '/input/' || name, 'input', array[name], 'ready', 'bench' from unnest(array['order', 'amount']) as name`;
  await database`
    insert into value_entry (index_key, task_key, kind, number, body)
    select v.key, t.key, p.kind, p.number, p.body
    from value_index v cross join task t cross join lateral value_place(t.input, v.path) p order by v.key, t.key`;
}
