import { alertTaskType, bulkTaskType, TaskdeckError } from '#contract';
import { type Database, readStored } from '#database';
import { type JsonSchema, jsonSchema } from '#schema';
import { nearest } from '../reasons/nearest-name.ts';

/** The parts of a task type that the creation of a task needs. */
export type KnownTaskType = {
  type: string;
  version: string;
  sensitive: readonly string[];
  schema: JsonSchema | undefined;
  /** Whether a task may have no input. */
  isInputOptional: boolean;
};

/** The keyword in a type's input schema which says that a task may have no input. */
export const optionalInput = 'x-taskdeck-optional';

/** Finds types. Throws `UnknownTaskType`, which names the nearest existing ones. */
export type TaskTypes = { find(type: string): Promise<KnownTaskType> };

type Row = { type: string; version: string; input_schema: string | null; sensitive: string[] };
type Entry = { found: Promise<KnownTaskType | undefined>; readAt: number; schemaText: string | null };

/** How long a type is used after it was read. A new version of a type applies at most this late. */
const freshForMs = 1_000;

/** Caches `task_type`, so that a creation rarely reads it and a schema is compiled only once. */
export function cacheTaskTypes(database: Database): TaskTypes {
  const entries = new Map<string, Entry>();

  function read(type: string, previous: Entry | undefined): Entry {
    const entry: Entry = {
      readAt: performance.now(),
      schemaText: previous?.schemaText ?? null,
      found: Promise.resolve(undefined),
    };
    entry.found = (async () => {
      const [row] = await database<
        Row[]
      >`select type, version, input_schema, sensitive from task_type where type = ${type}`;
      if (row === undefined) {
        entries.delete(type);
        return undefined;
      }
      const known = previous?.schemaText === row.input_schema ? await previous?.found : undefined;
      entry.schemaText = row.input_schema;
      return {
        type,
        version: row.version,
        sensitive: row.sensitive,
        isInputOptional: isOptional(row.input_schema),
        schema: known?.schema ?? (row.input_schema === null ? undefined : jsonSchema(row.input_schema)),
      };
    })();
    entry.found.catch(() => entries.delete(type));
    entries.set(type, entry);
    return entry;
  }

  return {
    async find(type) {
      if (type === bulkTaskType || type === alertTaskType) throw reservedType(type);
      const cached = entries.get(type);
      const entry =
        cached === undefined || performance.now() - cached.readAt > freshForMs ? read(type, cached) : cached;
      const found = await entry.found;
      if (found === undefined) throw await unknownType(database, type);
      return found;
    },
  };
}

function isOptional(schemaText: string | null): boolean {
  const schema = readStored<Record<string, unknown>>(schemaText);
  return schema === undefined || schema[optionalInput] === true;
}

/** Tasks of these types are created with their bulk operation or delivery. */
function reservedType(type: string): TaskdeckError {
  const message = `the task type "${type}" is reserved for the service; create a bulk operation or an alert instead`;
  return new TaskdeckError('UnknownTaskType', message, { details: [{ pointer: '/type', message }] });
}

async function unknownType(database: Database, type: string): Promise<TaskdeckError> {
  const rows = await database<{ type: string }[]>`select type from task_type order by type limit 10000`;
  const near = nearest(
    type,
    rows.map((row) => row.type),
    3,
  );
  const hint =
    near.length > 0
      ? `; there is ${near.map((name) => `"${name}"`).join(', ')}`
      : rows.length === 0
        ? '; no worker has registered any type yet'
        : '';
  const message = `no worker has registered the task type "${type}"${hint}`;
  return new TaskdeckError('UnknownTaskType', message, { details: [{ pointer: '/type', message }] });
}
