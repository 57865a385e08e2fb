import {
  invalidAt,
  limits,
  type ParsedTaskConfig,
  type ParsedTaskUpdate,
  type Retention,
  type RetryPolicy,
  type Schedule,
  stringifyJson,
  TaskdeckError,
  type TaskResponse,
} from '#contract';
import { readStored } from '#database';

/**
 * What a caller configures of a task, as columns of `task`. JSON is text. The functions below say how a column is made,
 * changed and told; inserts, updates and reads follow from `columnTypes`.
 */
export type TaskColumns = {
  name: string | null;
  description: string | null;
  tags: string | null;
  queue: string;
  priority: number;
  concurrency_key: string | null;
  concurrency_limit: number | null;
  start_on: string | null;
  schedule: string | null;
  retry: string | null;
  timeout_in_ms: number | null;
  retention: string | null;
  sensitive: string[] | null;
};

/** Their types in PostgreSQL. */
export const columnTypes = {
  name: 'text',
  description: 'text',
  tags: 'jsonb',
  queue: 'text',
  priority: 'smallint',
  concurrency_key: 'text',
  concurrency_limit: 'integer',
  start_on: 'timestamptz',
  schedule: 'jsonb',
  retry: 'jsonb',
  timeout_in_ms: 'bigint',
  retention: 'jsonb',
  sensitive: 'text[]',
} as const satisfies Record<keyof TaskColumns, string>;

/** Of a new task. `sensitive` has the pointers of its type, too. */
export function configuredColumns(config: Omit<ParsedTaskConfig, 'type'>, sensitive: string[]): TaskColumns {
  return {
    name: config.name ?? null,
    description: config.description ?? null,
    tags: Object.keys(config.tags ?? {}).length > 0 ? textOf(config.tags) : null,
    queue: config.queue,
    priority: config.priority,
    concurrency_key: config.concurrencyKey ?? null,
    concurrency_limit: config.concurrencyKey === undefined ? null : (config.concurrencyLimit ?? 1),
    start_on: config.startOn ?? null,
    schedule: textOf(config.schedule),
    retry: textOf(config.retry),
    timeout_in_ms: config.timeoutInMs ?? null,
    retention: textOf(config.retention),
    sensitive: sensitive.length > 0 ? sensitive : null,
  };
}

/**
 * Returns the columns after a merge patch. Tags are merged by name. `schedule`, `retry`, `retention` and `sensitive`
 * are replaced whole; `typeSensitive`, the type's own pointers, stay. Throws `InvalidRequest`.
 */
export function mergeColumns(
  stored: TaskColumns,
  update: ParsedTaskUpdate,
  typeSensitive: readonly string[],
): TaskColumns {
  return {
    name: kept(update.name, stored.name),
    description: kept(update.description, stored.description),
    tags: mergeTags(stored.tags, update.tags),
    queue: update.queue ?? stored.queue,
    priority: update.priority ?? stored.priority,
    ...mergeConcurrency(stored, update),
    start_on: kept(update.startOn, stored.start_on),
    schedule: keptJson(update.schedule, stored.schedule),
    retry: keptJson(update.retry, stored.retry),
    timeout_in_ms: kept(update.timeoutInMs, stored.timeout_in_ms),
    retention: keptJson(update.retention, stored.retention),
    sensitive: mergeSensitive(stored.sensitive, update.sensitive, typeSensitive),
  };
}

/** The members of a task's record that tell them. */
export function configuredMembers(columns: TaskColumns) {
  return {
    name: columns.name,
    description: columns.description,
    tags: readStored<Record<string, string>>(columns.tags) ?? {},
    queue: columns.queue,
    priority: columns.priority,
    concurrencyKey: columns.concurrency_key,
    concurrencyLimit: columns.concurrency_limit,
    startOn: columns.start_on,
    schedule: readStored<Schedule>(columns.schedule),
    retry: readStored<RetryPolicy>(columns.retry),
    timeoutInMs: columns.timeout_in_ms,
    retention: readStored<Retention>(columns.retention),
    sensitive: columns.sensitive,
  } satisfies Record<Exclude<keyof ParsedTaskConfig & keyof TaskResponse, 'id' | 'type' | 'input'>, unknown>;
}

function textOf(value: object | undefined): string | null {
  return value === undefined ? null : stringifyJson(value);
}

function kept<Value>(given: Value | null | undefined, stored: Value | null): Value | null {
  return given === undefined ? stored : given;
}

function keptJson(given: object | null | undefined, stored: string | null): string | null {
  return given === undefined ? stored : given === null ? null : stringifyJson(given);
}

function mergeTags(stored: string | null, given: ParsedTaskUpdate['tags']): string | null {
  if (given === undefined) return stored;
  if (given === null) return null;
  const members = new Map(Object.entries(readStored<Record<string, string>>(stored) ?? {}));
  const count = members.size;
  for (const [name, change] of Object.entries(given)) {
    if (change === null) members.delete(name);
    else members.set(name, change);
  }
  if (members.size > Math.max(count, limits.tagsPerTask)) refuseTags(members.size);
  return members.size > 0 ? stringifyJson(Object.fromEntries(members)) : null;
}

function refuseTags(count: number): never {
  const message = `has ${count} tags with those that the task has, the limit (tagsPerTask) is ${limits.tagsPerTask}`;
  throw invalidAt('/tags', message);
}

function mergeConcurrency(stored: TaskColumns, update: ParsedTaskUpdate) {
  const key = kept(update.concurrencyKey, stored.concurrency_key);
  if (key === null && update.concurrencyLimit != null) {
    const message = 'concurrencyLimit needs a concurrencyKey';
    throw new TaskdeckError('InvalidRequest', message, { details: [{ pointer: '/concurrencyLimit', message }] });
  }
  const limit = kept(update.concurrencyLimit, stored.concurrency_limit) ?? 1;
  return { concurrency_key: key, concurrency_limit: key === null ? null : limit };
}

function mergeSensitive(
  stored: string[] | null,
  given: readonly string[] | null | undefined,
  typeSensitive: readonly string[],
): string[] | null {
  if (given === undefined) return stored;
  const pointers = [...new Set([...typeSensitive, ...(given ?? [])])];
  return pointers.length > 0 ? pointers : null;
}
