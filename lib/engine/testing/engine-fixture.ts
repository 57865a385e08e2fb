import {
  type ParsedTaskConfig,
  type TaskConfig,
  type TaskError,
  type TaskListFilter,
  taskConfig,
  taskListQuery,
} from '#contract';
import type { Database } from '#database';
import { createTestDatabase, type TestDatabase } from '#database/testing';
import type { Actor, Idempotency } from '../actor.ts';
import type { Engine } from '../create-engine.ts';
import { createEngine } from '../create-engine.ts';
import { flushJournal } from '../run/flush.ts';
import { leave } from '../timers/take-over.ts';
import { endOf, holdTask } from './claims-by-hand.ts';

export const ada: Actor = { name: 'ada@example.org', usesSecrets: true };

/** An idempotency key as the service passes it on, for a body with this hash. */
export function idempotencyOf(key: string, bodyHash = 'h', identity = 'ada'): Idempotency {
  return { identity, key, keptHash: bodyHash, isOfBody: (keptHash) => keptHash === bodyHash };
}

/** An engine over a new database with the task type `order`. `owner` may change the tables. */
export type EngineFixture = {
  engine: Engine;
  database: Database;
  owner: Database;
  /** Creates a task of Ada's. Resolves with its id. */
  create(given?: Partial<TaskConfig>): Promise<string>;
  end(): Promise<void>;
};

export async function startEngine(): Promise<EngineFixture> {
  const test: TestDatabase = await createTestDatabase();
  const engine = createEngine(test.database);
  await registerType(test.database, 'order');
  return {
    engine,
    database: test.database,
    owner: test.owner,
    create: async (given) => (await engine.createTask(config(given), ada)).task.id,
    async end() {
      await engine.close();
      await test.drop();
    },
  };
}

/** Publishes a type like a worker that starts. */
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

/** A configuration as the service passes it on: parsed, with defaults. */
export function config(given: Partial<TaskConfig> = {}): ParsedTaskConfig {
  return taskConfig.parse({ type: 'order', ...given });
}

export function listing(given: Partial<Record<keyof TaskListFilter, unknown>> = {}): TaskListFilter {
  return taskListQuery.parse(given);
}

/** Adds a worker's row, live for a minute by default. Resolves with its key. */
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

/** Ends a task's active run like its worker, after a claim when nobody holds the run. */
export async function endTask(
  database: Database,
  id: string,
  status: 'succeeded' | 'failed' = 'succeeded',
  error?: TaskError,
  output: string | null = null,
): Promise<void> {
  const held = await holdTask(database, id, 'w1');
  if (held === undefined) return;
  const { run, owner, isTaken } = held;
  const fingerprint = error?.fingerprint ?? null;
  const end = endOf(run, { status, output, error: error === undefined ? null : JSON.stringify(error), fingerprint });
  await flushJournal(database, owner, [run], [end], undefined, JSON.stringify({ t: [id], c: 0, m: 0 }));
  if (isTaken) await leave(database, owner.key);
}
