import type { Database } from '../../lib/database/index.ts';

/**
 * Fills the database as use would: one task in a hundred has not ended, one in fifty failed, with ten types, four
 * queues, and a tag for each of a thousand customers. Search texts are as the housekeeping writes them.
 */
export async function fillTasks(database: Database, total: number): Promise<void> {
  await database`
    insert into task (id, type, name, queue, priority, tags, input, created_by, modified_by, created_on)
    select 'task-' || n, 'type-' || n % 10, 'Task number ' || n, 'queue-' || n % 4, 0,
      jsonb_build_object('customer', (n % 1000)::text), '{"n":1}', 'bench', 'bench', now() - (${total}::int - n) * interval '1 second'
    from generate_series(1, ${total}::int) n`;
  await database`
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority, queued_on, wait_kind, wait_name, waiting_since)
    select key, 1, (case when key % 200 = 0 then 'waiting' else 'queued' end)::run_status, 'create', 'bench', type, queue, 0, created_on,
      case when key % 200 = 0 then 'event'::step_kind end, case when key % 200 = 0 then 'approval' end, case when key % 200 = 0 then created_on end
    from task where key % 100 = 0`;
  await database`
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, output, error, fingerprint, queued_on, started_on, ended_on, worker)
    select key, 1, true, (case when key % 50 = 1 then 'failed' else 'succeeded' end)::run_status, 'create', 'bench', 1, '1',
      case when key % 50 = 1 then '{"name":"Error","message":"the connection had a timeout","fingerprint":"f1"}'::json end,
      case when key % 50 = 1 then 'f1' end, created_on, created_on, created_on + interval '1 second', 'worker'
    from task where key % 100 <> 0`;
  await database`
    insert into search_text (task_key, kind, body)
    select key, 't', id || ' ' || name || ' ' || type from task`;
  await database`
    insert into search_text (task_key, kind, body)
    select task_key, 'e', 'Error: the connection had a timeout' from run where status = 'failed'`;
  await database`update search_progress set task_key = ${total}`;
  await database`vacuum analyze`;
}
