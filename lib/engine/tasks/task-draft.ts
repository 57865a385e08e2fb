import { randomUUID } from 'node:crypto';
import { invalidAt, type JsonValue, type ParsedTaskConfig, type TaskdeckError } from '#contract';
import type { Database, PendingAudit } from '#database';
import { type Actor, type Idempotency, ownerOfRuns } from '../actor.ts';
import { configuredColumns, type TaskColumns } from '../rows/task-columns.ts';
import { checkSchedule, firstOccurrence } from '../schedules/next-occurrence.ts';
import { databaseTime } from '../schedules/passed-on.ts';
import { checkInput } from './check-input.ts';
import type { CrowdedCallers } from './crowded-callers.ts';
import type { TaskTypes } from './task-types.ts';

/** A checked task, ready to be inserted. JSON is text. */
export type TaskDraft = {
  id: string;
  type: string;
  columns: TaskColumns;
  input: string | null;
  /** The value of `input`, when it is known. */
  inputValue?: JsonValue | undefined;
  dueOn: string | null;
  createdBy: string;
  /** Whose queued runs those of the task count among. */
  owner: string;
  /** Whether it goes behind the tasks of other callers, because its creator has many in the queue. */
  isCrowded: boolean;
  idempotencyKey: string | null;
  keptHash: string | null;
  /** Whether a kept hash is that of the body. Absent without an idempotency key. */
  isOfBody?: Idempotency['isOfBody'] | undefined;
  /** The audit record that is kept when the task is inserted. */
  pendingAudit?: PendingAudit | undefined;
};

/**
 * Checks a configuration against its type. Throws `UnknownTaskType`, `InvalidRequest` (input, schedule) and
 * `PayloadTooLarge`.
 */
export async function draftTask(
  context: { database: Database; taskTypes: TaskTypes; crowded: CrowdedCallers },
  config: ParsedTaskConfig,
  actor: Actor,
  idempotency: Idempotency | undefined,
  hashKey: (idempotency: Idempotency) => string,
): Promise<TaskDraft> {
  const type = await context.taskTypes.find(config.type);
  const sensitive = [...new Set([...type.sensitive, ...(config.sensitive ?? [])])];
  const columns = configuredColumns(config, sensitive);
  refuseNulCharacters(config, columns);
  return {
    id: config.id ?? uuidV7(),
    type: config.type,
    columns,
    input: await checkInput(context.database, type, config.input, { sensitive, queue: config.queue, actor }),
    inputValue: config.input,
    dueOn: config.schedule === undefined ? (config.startOn ?? null) : await firstDue(context.database, config),
    createdBy: actor.name,
    owner: ownerOfRuns(actor),
    isCrowded: context.crowded.add(ownerOfRuns(actor)),
    idempotencyKey: idempotency === undefined ? null : hashKey(idempotency),
    keptHash: idempotency?.keptHash ?? null,
    isOfBody: idempotency?.isOfBody,
  };
}

async function firstDue(database: Database, config: ParsedTaskConfig): Promise<string | null> {
  if (config.schedule === undefined) return null;
  checkSchedule(config.schedule);
  return firstOccurrence(config.schedule, await databaseTime(database), config.startOn);
}

/** PostgreSQL's texts cannot hold U+0000. */
function refuseNulCharacters(config: ParsedTaskConfig, columns: TaskColumns): void {
  let name: keyof TaskColumns;
  for (name in columns) if (holdsNul(columns[name])) throw refusedNul(memberOf(name));
  for (const tag in config.tags) if (holdsNul(tag) || holdsNul(config.tags[tag])) throw refusedNul(`tags/${tag}`);
  for (const [index, pointer] of (config.sensitive ?? []).entries())
    if (holdsNul(pointer)) throw refusedNul(`sensitive/${index}`);
}

function holdsNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\u0000');
}

function refusedNul(path: string): TaskdeckError {
  return invalidAt(`/${path}`, 'text must not hold the character U+0000');
}

/** `concurrency_key` is the member `concurrencyKey`. */
function memberOf(column: string): string {
  return column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a UUID of RFC 9562, version 7. It is ordered by time, so the index on ids grows at its end. */
function uuidV7(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
