import { type ExternalEvent, type JsonValue, limits, stringifyJson, TaskdeckError } from '#contract';
import {
  callersRecord,
  changeNotice,
  type Database,
  inTransaction,
  type PendingAudit,
  type Transaction,
  tryingAgain,
} from '#database';
import type { Actor } from '../actor.ts';
import { findTaskKey } from '../tasks/task-not-found.ts';
import { checkEvent } from './check-event.ts';
import { type EventRow, eventRecord } from './event-row.ts';

/**
 * Raises an event on a task in any status, in one round trip when at most an audit record is to be committed with it, or in
 * two when a task type declares events of this name. It is kept until a run consumes it. Throws `TaskNotFound`,
 * `PayloadTooLarge`, `InvalidRequest` for other data than the task's type declares, and `LimitExceeded` when its run has too
 * many others.
 */
export async function raiseEvent(
  database: Database,
  id: string,
  name: string,
  value: JsonValue,
  actor: Actor,
): Promise<ExternalEvent> {
  const data = eventText(value);
  await checkEvent(database, id, { name, value, data }, actor);
  const { record, needsTransaction } = callersRecord();
  const raise = async (on: Database | Transaction, pendingAudit?: PendingAudit) => {
    let refused: number | undefined;
    for (;;) {
      const [row] = await raiseEvents(on, [id], { name, data }, actor, pendingAudit);
      if (row !== undefined) return eventRecord({ ...row, task_id: id });
      const key = await findTaskKey(on, id);
      if (key === refused) throw new TaskdeckError(tooManyEvents.code, tooManyEvents.message);
      refused = key; // or the task of before was deleted, and this one has its id
    }
  };
  if (needsTransaction) return inTransaction(database, (transaction) => raise(transaction));
  const raised = await tryingAgain(() => raise(database, record?.of()));
  record?.kept();
  return raised;
}

/** Returns the JSON text of an event's data. Throws `PayloadTooLarge`. */
export function eventText(value: JsonValue): string {
  const data = stringifyJson(value);
  const bytes = Buffer.byteLength(data);
  if (bytes <= limits.eventDataBytes) return data;
  const message = `the event's data has ${bytes} bytes, the limit (eventDataBytes) is ${limits.eventDataBytes}`;
  throw new TaskdeckError('PayloadTooLarge', message, { details: [{ pointer: '/value', message }] });
}

/** Why no event is raised on a task of whose run so many are kept. */
export const tooManyEvents = {
  code: 'LimitExceeded',
  message: `the run has ${limits.unconsumedEvents} events that it has not consumed, the limit (unconsumedEvents) is ${limits.unconsumedEvents}`,
} as const;

/**
 * Raises one event on each of these tasks, and keeps the audit record of that. Omits missing ones, and those whose run has
 * as many unconsumed events as it may have. A task that is created at this moment can be reached without its id being told.
 */
export async function raiseEvents(
  database: Database | Transaction,
  ids: readonly string[],
  { name, data }: { name: string; data: string },
  actor: Pick<Actor, 'name'>,
  pendingAudit?: PendingAudit,
): Promise<EventRow[]> {
  const raised = database`
    select e.*, t.id as task_id
    from raise_events(${[...ids]}::text[], ${name}, ${data}::json, ${actor.name}, ${changeNotice({ ids, endedKeys: [] })},
      ${limits.unconsumedEvents}) e
      left join lateral (select id from task where key = e.task_key offset 0) t on true`;
  if (pendingAudit === undefined) return database<EventRow[]>`${raised}`;
  const { id, processId, record } = pendingAudit;
  return database<EventRow[]>`
    with raised as materialized (${raised}), kept_record as (
      insert into pending_audit (id, process_id, record)
      select ${id}, ${processId}, ${record}::text::json where exists (select from raised)
      on conflict (id) do nothing)
    select * from raised`;
}
