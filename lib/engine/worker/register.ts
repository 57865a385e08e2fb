import { hostname } from 'node:os';
import { z } from 'zod';
import { retryDefaults, stringifyJson, taskdeckVersion } from '#contract';
import type { Database } from '#database';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { memoryInUse } from '../memory-in-use.ts';
import type { JournalOwner } from '../run/flush.ts';
import { optionalInput } from '../tasks/task-types.ts';

type RegisteredWorker = {
  id: string;
  name: string;
  queues: string[];
  types: string[];
  /** The version of each type. */
  versions: Readonly<Record<string, string>>;
  slots: number;
  leaseInMs: number;
};

/** Registers a worker and calibrates its clock: `databaseTime` is the database's time in milliseconds since 1970. */
export async function registerWorker(
  database: Database,
  worker: RegisteredWorker,
): Promise<JournalOwner & { databaseTime: number }> {
  const [row] = await database<{ key: number; time: number }[]>`
    insert into worker (id, name, host, process_id, queues, types, slots, memory_bytes, version, expires_on)
    values (${worker.id}, ${worker.name}, ${hostname()}, ${process.pid}, ${worker.queues}, ${worker.types}, ${worker.slots},
      ${memoryInUse()}, ${taskdeckVersion}, now() + ${worker.leaseInMs} * interval '1 ms')
    returning key, extract(epoch from clock_timestamp())::float8 * 1000 as time`;
  if (row === undefined) throw new Error('the worker could not be registered');
  await recordVersions(database, worker);
  return { key: row.key, name: worker.name, databaseTime: row.time };
}

/** Records which versions a worker runs when they differ from those that it ran before, and when a version first came. */
async function recordVersions(database: Database, { name, versions }: RegisteredWorker): Promise<void> {
  await database`
    with given as (
      select type, version from jsonb_each_text(${JSON.stringify(versions)}::jsonb) as t (type, version)
    ), first as (
      insert into type_version (type, version) select type, version from given on conflict do nothing
    )
    insert into worker_version (worker, type, version)
    select ${name}, type, version from given
    where version is distinct from (
      select w.version from worker_version w where w.worker = ${name} and w.type = given.type
      order by w.registered_on desc limit 1)
    on conflict do nothing`;
}

/** Marks a worker as stopping: it claims no more work. */
export async function markStopping(database: Database, key: number): Promise<void> {
  await database`update worker set is_stopping = true where key = ${key} and not is_expired`;
}

/** Publishes the input schemas and event names of the worker's types, for callers that create tasks or raise events. */
export async function publishTypes(database: Database, definitions: readonly AnyTaskDefinition[]): Promise<void> {
  for (const definition of definitions) {
    const events = Object.fromEntries(
      Object.entries(definition.events ?? {}).map(([name, schema]) => [name, schemaOf(schema)]),
    );
    await database`
      insert into task_type (type, version, description, input_schema, events, example_input, retry, timeout_in_ms,
        sensitive, passes_events_on)
      values (${definition.type}, ${versionOf(definition)}, ${definition.description ?? null},
        ${definition.input === undefined ? null : JSON.stringify(inputSchemaOf(definition.input))}::json,
        ${JSON.stringify(events)}::json,
        ${definition.exampleInput === undefined ? null : stringifyJson(definition.exampleInput)}::json,
        ${definition.retry === undefined ? null : JSON.stringify(retryOf(definition.retry))}::jsonb,
        ${definition.timeoutInMs ?? null}, ${definition.sensitive ?? []}::text[], ${definition.passesEventsOn ?? false})
      on conflict (type) do update set version = excluded.version, description = excluded.description,
        input_schema = excluded.input_schema, events = excluded.events, example_input = excluded.example_input,
        retry = excluded.retry, timeout_in_ms = excluded.timeout_in_ms, sensitive = excluded.sensitive,
        passes_events_on = excluded.passes_events_on, registered_on = now()`;
  }
}

/** The version of a task type. */
export function versionOf({ version = '1' }: Pick<AnyTaskDefinition, 'version'>): string {
  return version;
}

/** JSON Schema cannot say that there may be no value at all, so a keyword of its own does. */
function inputSchemaOf(schema: z.ZodType): object {
  const isOptional = schema.safeParse(undefined).success;
  return { ...schemaOf(schema), ...(isOptional && { [optionalInput]: true }) };
}

function schemaOf(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

function retryOf(retry: NonNullable<AnyTaskDefinition['retry']>): object {
  return { ...retryDefaults, ...retry };
}
