import { type ParsedTaskConfig, type TaskConfig, type TaskListFilter, taskConfig, taskListQuery } from '#contract';
import type { Database } from '#database';
import { createTestDatabase, type TestDatabase } from '#database/testing';
import { createEngine } from '../create-engine.ts';
import type { Actor, Engine } from '../engine.ts';

export const ada: Actor = { name: 'ada@example.org' };

/** An engine over a database of a test's own, with the task type `order` registered. */
export type EngineFixture = { engine: Engine; database: Database; end(): Promise<void> };

export async function startEngine(): Promise<EngineFixture> {
  const test: TestDatabase = await createTestDatabase();
  const engine = createEngine(test.database);
  await registerType(test.database, 'order');
  return {
    engine,
    database: test.database,
    async end() {
      await engine.close();
      await test.drop();
    },
  };
}

/** What a worker publishes of a type when it starts. */
export async function registerType(
  database: Database,
  type: string,
  options: { schema?: object; sensitive?: string[]; events?: object; retry?: object } = {},
): Promise<void> {
  await database`
    insert into task_type (type, version, input_schema, events, sensitive, retry)
    values (${type}, '1', ${options.schema === undefined ? null : JSON.stringify(options.schema)}::json,
      ${JSON.stringify(options.events ?? {})}::json, ${options.sensitive ?? []}::text[],
      ${options.retry === undefined ? null : JSON.stringify(options.retry)}::text::jsonb)
    on conflict (type) do update set input_schema = excluded.input_schema, sensitive = excluded.sensitive`;
}

/** A configuration as the service hands it over: parsed, defaults filled in. */
export function config(given: Partial<TaskConfig> = {}): ParsedTaskConfig {
  return taskConfig.parse({ type: 'order', ...given });
}

export function listing(given: Partial<Record<keyof TaskListFilter, unknown>> = {}): TaskListFilter {
  return taskListQuery.parse(given);
}

/** A worker's row, live for a minute unless told otherwise. Resolves with its key. */
export async function addWorker(
  database: Database,
  given: { name: string; types?: string[]; queues?: string[]; slots?: number; busy?: number; expiresInMs?: number },
): Promise<number> {
  const [row] = await database<{ key: number }[]>`
    insert into worker (id, name, host, process_id, queues, types, slots, busy, expires_on)
    values (${given.name}, ${given.name}, 'test', 1, ${given.queues ?? ['default']}::text[],
      ${given.types ?? ['order']}::text[], ${given.slots ?? 10}, ${given.busy ?? 0},
      now() + ${given.expiresInMs ?? 60_000} * interval '1 ms')
    returning key`;
  if (row === undefined) throw new Error('no worker was added');
  return row.key;
}

/** Ends a task's active run as its worker would. */
export async function endTask(database: Database, id: string, status = 'succeeded', error?: object): Promise<void> {
  const errorText = error === undefined ? null : JSON.stringify(error);
  await database`
    with gone as (
      delete from active_run where task_key = (select key from task where id = ${id}) returning *
    ), described as (
      insert into search_text (task_key, kind, body)
      select task_key, 'e', ${errorText}::json ->> 'name' || ': ' || (${errorText}::json ->> 'message') from gone
      where ${errorText}::text is not null
      on conflict (task_key, kind) do update set body = excluded.body
    )
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, error, fingerprint,
      queued_on, started_on, worker)
    select task_key, run_count, true, ${status}::run_status, trigger, triggered_by, attempt, ${errorText}::json,
      ${errorText}::json ->> 'fingerprint', queued_on, started_on, 'w1'
    from gone`;
  await database`select pg_notify('taskdeck_change', ${JSON.stringify({ t: [id], c: 0, m: 0 })})`;
}
