import {
  isJsonObject,
  isRedactedMarker,
  type JsonObject,
  type JsonValue,
  type ParsedTaskUpdate,
  stringifyJson,
  TaskdeckError,
  Turn,
} from '#contract';
import { readStored, type Transaction } from '#database';
import { checkSchedule } from '../schedules/next-occurrence.ts';

/** The columns of `task` that an update can change. JSON is text. */
export type EditableColumns = {
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

/** Includes the type's own sensitive pointers, which no update can remove. */
export type StoredColumns = EditableColumns & { type_sensitive: string[] };

export async function readColumns(transaction: Transaction, key: number): Promise<StoredColumns> {
  const [row] = await transaction<StoredColumns[]>`
    select t.name, t.description, t.tags, t.queue, t.priority, t.concurrency_key, t.concurrency_limit, t.start_on,
      t.schedule, t.retry, t.timeout_in_ms, t.retention, t.sensitive, coalesce(tt.sensitive, '{}') as type_sensitive
    from task t left join task_type tt on tt.type = t.type where t.key = ${key}`;
  if (row === undefined) throw new Error(`the locked task ${key} is gone`);
  return row;
}

/**
 * Returns the columns after a merge patch. Tags are merged by name. `schedule`, `retry`, `retention` and `sensitive`
 * are replaced whole. Throws `InvalidRequest`.
 */
export function mergeColumns(stored: StoredColumns, update: ParsedTaskUpdate): EditableColumns {
  if (update.schedule != null) checkSchedule(update.schedule);
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
    sensitive: mergeSensitive(stored, update.sensitive),
  };
}

/**
 * RFC 7396: merges objects member by member, removes members that are `null`, and replaces everything else, also with a
 * redaction marker. Resolves with `undefined` when nothing is left. Objects of `stored` are changed, in turns with other
 * work.
 */
export async function mergeJson(
  stored: JsonValue | undefined,
  patch: JsonValue,
  turn = new Turn(),
): Promise<JsonValue | undefined> {
  if (patch === null) return undefined;
  if (!isJsonObject(patch) || isRedactedMarker(patch)) return patch;
  const members: JsonObject = isJsonObject(stored) ? stored : {};
  for (const name of Object.keys(patch)) {
    if (turn.isOver()) await turn.next();
    const change = patch[name] ?? null;
    const before = Object.hasOwn(members, name) ? members[name] : undefined;
    const merged = isJsonObject(change) ? await mergeJson(before, change, turn) : (change ?? undefined);
    if (merged === undefined) delete members[name];
    else if (name !== '__proto__') members[name] = merged;
    else Object.defineProperty(members, name, { value: merged, enumerable: true, configurable: true, writable: true });
  }
  return members;
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
  for (const [name, change] of Object.entries(given)) {
    if (change === null) members.delete(name);
    else members.set(name, change);
  }
  return members.size > 0 ? stringifyJson(Object.fromEntries(members)) : null;
}

function mergeConcurrency(stored: StoredColumns, update: ParsedTaskUpdate) {
  const key = kept(update.concurrencyKey, stored.concurrency_key);
  if (key === null && update.concurrencyLimit != null) {
    const message = 'concurrencyLimit needs a concurrencyKey';
    throw new TaskdeckError('InvalidRequest', message, { details: [{ pointer: '/concurrencyLimit', message }] });
  }
  const limit = kept(update.concurrencyLimit, stored.concurrency_limit) ?? 1;
  return { concurrency_key: key, concurrency_limit: key === null ? null : limit };
}

function mergeSensitive(stored: StoredColumns, given: readonly string[] | null | undefined): string[] | null {
  if (given === undefined) return stored.sensitive;
  const pointers = [...new Set([...stored.type_sensitive, ...(given ?? [])])];
  return pointers.length > 0 ? pointers : null;
}
