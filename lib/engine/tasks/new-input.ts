import { isSameJson, type JsonValue, parseStoredInTurns, pointersBelow, redact, stringifyInTurns } from '#contract';
import type { Database, Transaction } from '#database';
import type { Actor } from '../actor.ts';
import { checkInput } from './check-input.ts';
import { keepHidden } from './keep-hidden.ts';
import type { TaskTypes } from './task-types.ts';

/**
 * The text of an input. `withholdsEvents`: somebody without `sensitive/read` gave it, so runs with it get no hidden event
 * of earlier runs.
 */
export type GivenInput = { text: string | null; withholdsEvents: boolean };

/** An input as stored, with what decides how it may be used. */
type StoredInput = GivenInput & { sensitive: string[]; queue: string };

/** Reads the input of the task's next run, or of one of its runs, as stored text. */
export async function readInput(
  transaction: Transaction | Database,
  taskKey: number,
  runCount?: number,
): Promise<StoredInput> {
  const [row] = await transaction<(Omit<StoredInput, 'withholdsEvents'> & { withholds_events: boolean | null })[]>`
    select case when i.is_given then i.input else t.input end as text,
      coalesce(t.sensitive, '{}') || coalesce(tt.sensitive, '{}') as sensitive, t.queue, i.withholds_events
    from task t left join task_type tt on tt.type = t.type left join lateral (
      select input, withholds_events, true as is_given from task_input
      where task_key = t.key and (${runCount ?? null}::bigint is null or from_run_count <= ${runCount ?? null}::bigint)
      order by from_run_count desc limit 1
    ) i on true
    where t.key = ${taskKey}`;
  return {
    text: row?.text ?? null,
    withholdsEvents: row?.withholds_events ?? false,
    sensitive: row?.sensitive ?? [],
    queue: row?.queue ?? 'default',
  };
}

/** Writes the input of a task from one run on. */
export async function writeInput(
  transaction: Transaction,
  taskKey: number,
  fromRunCount: number,
  { text, withholdsEvents }: GivenInput,
): Promise<void> {
  await transaction`
    insert into task_input (task_key, from_run_count, input, withholds_events)
    values (${taskKey}, ${fromRunCount}, ${text}::json, ${withholdsEvents})
    on conflict (task_key, from_run_count)
      do update set input = excluded.input, withholds_events = excluded.withholds_events`;
}

/**
 * Checks an input that replaces a stored one. Returns it with stored values in place of redaction markers. Throws the
 * errors of `keepHidden` and `checkInput`.
 */
export async function replaceInput(
  context: { database: Database; taskTypes: TaskTypes },
  type: string,
  input: JsonValue,
  stored: StoredInput,
  actor: Actor,
): Promise<GivenInput> {
  const text = await stringifyInTurns(input);
  const before = stored.text === null ? undefined : await parseStoredInTurns(stored.text);
  const hidden = pointersBelow('/input', stored.sensitive);
  const restored = text.includes('"$redacted"') ? await keepHidden(input, before, hidden, actor) : input;
  // A guess of a hidden value counts as new, so that nobody learns here whether it is right.
  const [given, known] = actor.readsSensitive
    ? [restored, before]
    : [input, before === undefined ? undefined : await redact(before, hidden)];
  const isNew = known === undefined || !(await isSameJson(given, known));
  const checked = await checkInput(context.database, await context.taskTypes.find(type), restored, {
    sensitive: stored.sensitive,
    queue: stored.queue,
    actor: isNew ? actor : undefined,
  });
  return { text: checked, withholdsEvents: !actor.readsSensitive && (isNew || stored.withholdsEvents) };
}
