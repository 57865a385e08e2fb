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
import { taskNotFound } from '../tasks/task-not-found.ts';
import { type EventRow, eventRecord } from './event-row.ts';

/**
 * Raises an event on a task in any status, in one round trip when at most an audit record is to be committed with it. It is kept
 * until a run consumes it. Throws `TaskNotFound`, `PayloadTooLarge`.
 */
export async function raiseEvent(
  database: Database,
  id: string,
  name: string,
  value: JsonValue,
  actor: Actor,
): Promise<ExternalEvent> {
  const data = eventText(value);
  const { record, needsTransaction } = callersRecord();
  const raise = async (on: Database | Transaction, pendingAudit?: PendingAudit) => {
    const [row] = await raiseEvents(on, [id], { name, data }, actor, pendingAudit);
    if (row === undefined) throw taskNotFound(id);
    return eventRecord(row);
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

/** Raises one event on each of these tasks, and keeps the audit record of that. Omits missing ones. */
export async function raiseEvents(
  database: Database | Transaction,
  ids: readonly string[],
  { name, data }: { name: string; data: string },
  actor: Pick<Actor, 'name'>,
  pendingAudit?: PendingAudit,
): Promise<EventRow[]> {
  const raised = database`
    select e.*, t.id as task_id
    from raise_events(${[...ids]}::text[], ${name}, ${data}::json, ${actor.name}, ${changeNotice({ ids, endedKeys: [] })}) e,
      lateral (select id from task where key = e.task_key offset 0) t`;
  if (pendingAudit === undefined) return database<EventRow[]>`${raised}`;
  const { id, processId, record } = pendingAudit;
  return database<EventRow[]>`
    with raised as materialized (${raised}), kept_record as (
      insert into pending_audit (id, process_id, record)
      select ${id}, ${processId}, ${record}::text::json where exists (select from raised)
      on conflict (id) do nothing)
    select * from raised`;
}
