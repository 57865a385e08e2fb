import { z } from 'zod';
import {
  alertTaskType,
  bulkTaskType,
  type JsonObject,
  type Page,
  type Paging,
  type RetryPolicy,
  TaskdeckError,
  type TaskType,
} from '#contract';
import { type Database, decodePageToken, jsonMember, matchingNames, pageFrom, readStored } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';

type TypeRow = {
  type: string;
  version: string;
  description: string | null;
  input_schema: string | null;
  events: string;
  example_input: string | null;
  retry: string | null;
  timeout_in_ms: number | null;
  sensitive: string[];
  registered_on: string;
  worker_count: number;
};

const list = 'task types';

/** Lists the registered task types (those of `names`, also prefixes followed by `*`) by name, except the one that only bulk operations use. Throws `InvalidContinuationToken`. */
export async function listTaskTypes(
  database: Database,
  paging: Paging,
  names?: readonly string[],
): Promise<Page<TaskType>> {
  const after = decodePageToken(list, paging.continuationToken, z.string()) ?? '';
  const rows = await database<TypeRow[]>`
    ${selectTypes(database)} where tt.type > ${after} and tt.type <> all(${[bulkTaskType, alertTaskType]}::text[])
      ${names === undefined ? database`` : database`and ${matchingNames(database, database`tt.type`, names)}`}
    order by tt.type limit ${paging.maxPageSize + 1}`;
  return pageFrom(rows, { list, maxPageSize: paging.maxPageSize, convert: typeRecord, position: (last) => last.type });
}

/** Returns one task type. Throws `TaskTypeNotFound`. */
export async function getTaskType(database: Database, type: string): Promise<TaskType> {
  const [row] = await database<TypeRow[]>`${selectTypes(database)} where tt.type = ${type}`;
  if (row === undefined) throw new TaskdeckError('TaskTypeNotFound', `there is no task type "${type}"`);
  return typeRecord(row);
}

function selectTypes(database: Database) {
  return database`
    select tt.type, tt.version, tt.description, tt.input_schema, tt.events, tt.example_input, tt.retry, tt.timeout_in_ms,
      tt.sensitive, tt.registered_on,
      (select count(*) from worker w where not w.is_expired and w.expires_on > now() and tt.type = any(w.types)) as worker_count
    from task_type tt`;
}

async function typeRecord(row: TypeRow): Promise<TaskType> {
  return {
    ...omitAbsent({
      type: row.type,
      version: row.version,
      description: row.description,
      inputSchema: readStored<JsonObject>(row.input_schema),
      events: readStored<Record<string, JsonObject>>(row.events) ?? {},
      retry: readStored<RetryPolicy>(row.retry),
      timeoutInMs: row.timeout_in_ms,
      sensitive: row.sensitive,
      registeredOn: row.registered_on,
      workerCount: row.worker_count,
    }),
    ...(await jsonMember('exampleInput', row.example_input)),
  };
}
