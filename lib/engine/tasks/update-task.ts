import { type JsonValue, type ParsedTaskUpdate, parseStoredInTurns, pointersBelow, redact } from '#contract';
import type { Database, Transaction } from '#database';
import { inTransaction } from '#database';
import { type Actor, ownerOfRuns } from '../actor.ts';
import { announce } from './announce.ts';
import { type LockedTask, lockTask, refuseOfBulk, refuseOfDelivery, requireEtag } from './lock-task.ts';
import { type EditableColumns, mergeColumns, mergeJson, readColumns } from './merge-update.ts';
import { readInput, replaceInput, writeInput } from './new-input.ts';
import { rescheduleRun } from './reschedule-run.ts';
import type { TaskTypes } from './task-types.ts';

type Context = { database: Database; taskTypes: TaskTypes };

/**
 * Changes a task's configuration by merge patch. Queue and priority also apply to the active run, concurrency and times
 * to a run that has not started, and `input` to the next run. Throws `TaskNotFound`, `PreconditionFailed`,
 * `InvalidRequest`, `PayloadTooLarge`.
 */
export async function updateTask(
  context: Context,
  id: string,
  update: ParsedTaskUpdate,
  actor: Actor,
  ifMatch?: string,
): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const task = await lockTask(transaction, id);
    refuseOfBulk(task, 'change');
    refuseOfDelivery(task);
    requireEtag(task, ifMatch);
    if (Object.values(update).every((member) => member === undefined)) return;
    const columns = mergeColumns(await readColumns(transaction, task.key), update);
    if (update.input !== undefined) await updateInput(context, transaction, task, update.input, actor);
    await writeColumns(transaction, task.key, columns, actor);
    if (update.schedule !== undefined || update.startOn !== undefined)
      await transaction`update task set owner = ${ownerOfRuns(actor)} where key = ${task.key}`;
    if (update.name !== undefined) await refreshSearch(transaction, task.key);
    await updateRuns(transaction, [task]);
    if (update.schedule !== undefined || update.startOn !== undefined)
      await rescheduleRun(transaction, task, columns, actor, update.schedule !== undefined);
    await announce(transaction, [task], { isReady: true });
  });
}

async function writeColumns(transaction: Transaction, key: number, columns: EditableColumns, actor: Actor) {
  await transaction`
    update task set name = ${columns.name}, description = ${columns.description}, tags = ${columns.tags}::text::jsonb,
      queue = ${columns.queue}, priority = ${columns.priority}, concurrency_key = ${columns.concurrency_key},
      concurrency_limit = ${columns.concurrency_limit}, start_on = ${columns.start_on}::timestamptz,
      schedule = ${columns.schedule}::text::jsonb, retry = ${columns.retry}::text::jsonb,
      timeout_in_ms = ${columns.timeout_in_ms}, retention = ${columns.retention}::text::jsonb,
      sensitive = ${columns.sensitive}::text[], version = version + 1, modified_on = now(), modified_by = ${actor.name}
    where key = ${key}`;
}

/** The patch applies to the input as the actor sees it, so a redacted value counts as kept. */
async function updateInput(
  context: Context,
  transaction: Transaction,
  task: LockedTask,
  patch: JsonValue,
  actor: Actor,
) {
  const stored = await readInput(transaction, task.key);
  const before = stored.text === null ? undefined : await parseStoredInTurns(stored.text);
  const seen =
    before === undefined || actor.readsSensitive
      ? before
      : await redact(before, pointersBelow('/input', stored.sensitive));
  const merged = await mergeJson(seen, patch);
  const given =
    merged === undefined
      ? { text: null, withholdsEvents: !actor.readsSensitive }
      : await replaceInput(context, task.type, merged, stored, actor);
  await writeInput(transaction, task.key, task.run_count + 1, given);
}

/** The search index contains the name. Tasks that are not indexed yet are read directly. */
async function refreshSearch(transaction: Transaction, key: number) {
  await transaction`
    update search_text s set body = concat_ws(' ', t.id, t.name, t.type)
    from task t where t.key = ${key} and s.task_key = t.key and s.kind = 't'`;
}

/** Applies queue, priority and concurrency of tasks to their active runs. */
export async function updateRuns(transaction: Transaction, tasks: readonly { key: number }[]): Promise<void> {
  await transaction`
    update active_run a set queue = t.queue, priority = t.priority,
      concurrency_key = case when a.started_on is null then t.concurrency_key else a.concurrency_key end,
      concurrency_limit = case when a.started_on is null then t.concurrency_limit else a.concurrency_limit end
    from task t
    where t.key = any(${tasks.map(({ key }) => key)}::bigint[]) and a.task_key = any (array[t.key])`;
}
