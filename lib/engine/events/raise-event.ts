import { type ExternalEvent, type JsonValue, limits, stringifyJson, TaskdeckError } from '#contract';
import { changeNotice, channels, type Database, inTransaction, type Transaction } from '#database';
import type { Actor } from '../actor.ts';
import { taskNotFound } from '../tasks/task-not-found.ts';
import { type EventRow, eventRecord } from './event-row.ts';

/**
 * Raises an event on a task in any status. It is kept until a run consumes it. This locks the row of the active run and
 * then reads its wait in a later statement. The registration of a wait locks the row and then reads the events. So one
 * of the two sees the other, and no wake-up is lost. A run without `wait_sequence` has several waits, which are in its
 * steps. Throws `TaskNotFound`, `PayloadTooLarge`.
 */
export async function raiseEvent(
  database: Database,
  id: string,
  name: string,
  value: JsonValue,
  actor: Actor,
): Promise<ExternalEvent> {
  const data = eventText(value);
  const [row] = await inTransaction(database, async (transaction) => {
    await transaction`
      select from active_run where task_key = (select key from task where id = ${id}) for update`;
    return raiseEvents(transaction, [id], { name, data }, actor);
  });
  if (row === undefined) throw taskNotFound(id);
  return eventRecord(row);
}

/** Returns the JSON text of an event's data. Throws `PayloadTooLarge`. */
export function eventText(value: JsonValue): string {
  const data = stringifyJson(value);
  const bytes = Buffer.byteLength(data);
  if (bytes <= limits.eventDataBytes) return data;
  const message = `the event's data has ${bytes} bytes, the limit (eventDataBytes) is ${limits.eventDataBytes}`;
  throw new TaskdeckError('PayloadTooLarge', message, { details: [{ pointer: '/value', message }] });
}

/** Raises one event on each of these tasks, whose active runs are locked. Omits missing tasks. */
export async function raiseEvents(
  transaction: Transaction,
  ids: readonly string[],
  { name, data }: { name: string; data: string },
  actor: Pick<Actor, 'name'>,
): Promise<EventRow[]> {
  return transaction<EventRow[]>`
    with target as (
      select t.key, t.id, coalesce(a.run_count, (select max(run_count) from run where task_key = t.key)) as run_count
      from task t
        left join lateral (select * from active_run where active_run.task_key = t.key offset 0) a on true
      where t.id = any(${[...ids]}::text[])
    ), event as (
      insert into external_event (task_key, name, data, raised_by, run_count)
      select key, ${name}, ${data}::json, ${actor.name}, run_count from target
      returning *
    ), woken as (
      update active_run a set status = 'queued', queued_on = now(), due_on = null
      from target
      where a.task_key = any (array[target.key]) and a.status = 'waiting' and (
        a.wait_kind = 'event' and a.wait_name = ${name}
        or a.wait_sequence is null and exists (
          select from step s where s.task_key = a.task_key and s.run_count = a.run_count and s.status = 'waiting'
            and s.event_name = ${name}))
      returning a.task_key
    )
    select e.*, target.id as task_id,
      case when exists (select from woken) then pg_notify(${channels.work}, '') end,
      pg_notify(${channels.change}, ${changeNotice({ ids })})
    from event e join target on target.key = e.task_key`;
}
