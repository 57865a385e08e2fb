import {
  assertSensitivePointersKept,
  type InputTarget,
  type JsonValue,
  type ParsedTaskUpdate,
  parseStoredInTurns,
  pointersBelow,
  redact,
} from '#contract';
import type { Database, Transaction } from '#database';
import { inTransaction } from '#database';
import { type Actor, ownerOfRuns } from '../actor.ts';
import { removeTitles } from '../errors/remove-titles.ts';
import { mergeColumns, type TaskColumns } from '../rows/task-columns.ts';
import { columnAssignments, columnNames } from '../rows/task-columns-sql.ts';
import { checkSchedule } from '../schedules/next-occurrence.ts';
import { announce } from './announce.ts';
import { requireInputToCome, writeInputToCome } from './input-to-come.ts';
import { type LockedTask, lockTask, refuseOfBulk, refuseOfDelivery, requireEtag } from './lock-task.ts';
import { mergeJson } from './merge-json.ts';
import { readInput, replaceInput, writeInput } from './new-input.ts';
import { rescheduleRun } from './reschedule-run.ts';
import type { TaskTypes } from './task-types.ts';

type Context = { database: Database; taskTypes: TaskTypes };

/** How an update changes the input. Default: it merges into the input of the next run. */
type InputChange = { inputFor?: InputTarget | undefined; replaceInput?: boolean | undefined };

/**
 * Changes a task's configuration by merge patch. Queue and priority also apply to the active run, concurrency and times
 * to a run that has not started, and `input` to the next run, or to a current run that has not started. Throws
 * `TaskNotFound`, `PreconditionFailed`, `InvalidRequest`, `PayloadTooLarge`, and with `inputFor` also
 * `InvalidTransition` and `InsufficientScope`.
 */
export async function updateTask(
  context: Context,
  id: string,
  update: ParsedTaskUpdate,
  actor: Actor,
  ifMatch?: string,
  inputChange: InputChange = {},
): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const task = await lockTask(transaction, id);
    refuseOfBulk(task, 'change');
    refuseOfDelivery(task);
    requireEtag(task, ifMatch);
    if (Object.values(update).every((member) => member === undefined)) return;
    if (update.schedule != null) checkSchedule(update.schedule);
    const { type_sensitive, ...stored } = await readColumns(transaction, task.key);
    const columns = mergeColumns(stored, update, type_sensitive);
    if (!actor.readsSensitive) assertSensitivePointersKept(stored.sensitive ?? [], columns.sensitive ?? []);
    if (update.input !== undefined) await updateInput(context, transaction, task, update.input, actor, inputChange);
    await transaction`
      update task set ${columnAssignments(transaction, columns)}, version = version + 1, modified_on = now(),
        modified_by = ${actor.name}
      where key = ${task.key}`;
    if (update.schedule !== undefined || update.startOn !== undefined)
      await transaction`update task set owner = ${ownerOfRuns(actor)} where key = ${task.key}`;
    if (update.name !== undefined) await refreshSearch(transaction, task.key);
    if (stored.sensitive === null && columns.sensitive !== null) await removeTitles(transaction, task.key);
    await updateRuns(transaction, [task]);
    if (update.schedule !== undefined || update.startOn !== undefined)
      await rescheduleRun(transaction, task, columns, actor, update.schedule !== undefined);
    await announce(transaction, [task], { isReady: true });
  });
}

/** With the type's own sensitive pointers, which no update can remove. */
async function readColumns(transaction: Transaction, key: number): Promise<TaskColumns & { type_sensitive: string[] }> {
  const [row] = await transaction<(TaskColumns & { type_sensitive: string[] })[]>`
    select ${columnNames(transaction, 't')}, coalesce(tt.sensitive, '{}') as type_sensitive
    from task t left join task_type tt on tt.type = t.type where t.key = ${key}`;
  if (row === undefined) throw new Error(`the locked task ${key} is gone`);
  return row;
}

/** The patch applies to the input as the actor sees it, so a redacted value counts as kept. */
async function updateInput(
  context: Context,
  transaction: Transaction,
  task: LockedTask,
  patch: JsonValue,
  actor: Actor,
  { inputFor = 'nextRun', replaceInput: replacesWhole = false }: InputChange,
) {
  if (inputFor === 'currentRun') await requireInputToCome(transaction, task, actor);
  const stored = await readInput(transaction, task.key);
  const before = stored.text === null ? undefined : await parseStoredInTurns(stored.text);
  const seen =
    before === undefined || actor.readsSensitive
      ? before
      : await redact(before, pointersBelow('/input', stored.sensitive));
  const merged = replacesWhole ? patch : await mergeJson(seen, patch);
  const given =
    merged === undefined
      ? { text: null, withholdsEvents: !actor.readsSensitive }
      : await replaceInput(context, task.type, merged, stored, actor);
  if (inputFor === 'currentRun') await writeInputToCome(transaction, task, given);
  else await writeInput(transaction, task.key, task.run_count + 1, given);
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
