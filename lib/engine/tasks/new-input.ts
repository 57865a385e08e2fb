import { type JsonValue, parseJson, pointersBelow } from '#contract';
import type { Database, Transaction } from '#database';
import type { Actor } from '../actor.ts';
import { checkInput } from './check-input.ts';
import { keepHidden } from './keep-hidden.ts';
import type { TaskTypes } from './task-types.ts';

/** Reads the input of the task's next run, or of one of its runs, as stored text. */
export async function readInput(
  transaction: Transaction | Database,
  taskKey: number,
  runCount?: number,
): Promise<{ text: string | null; sensitive: string[] }> {
  const [row] = await transaction<{ text: string | null; sensitive: string[] }[]>`
    select case when i.is_given then i.input else t.input end as text,
      coalesce(t.sensitive, '{}') || coalesce(tt.sensitive, '{}') as sensitive
    from task t left join task_type tt on tt.type = t.type left join lateral (
      select input, true as is_given from task_input
      where task_key = t.key and (${runCount ?? null}::bigint is null or from_run_count <= ${runCount ?? null}::bigint)
      order by from_run_count desc limit 1
    ) i on true
    where t.key = ${taskKey}`;
  return { text: row?.text ?? null, sensitive: row?.sensitive ?? [] };
}

/** Writes the input of a task from one run on. */
export async function writeInput(
  transaction: Transaction,
  taskKey: number,
  fromRunCount: number,
  text: string | null,
): Promise<void> {
  await transaction`
    insert into task_input (task_key, from_run_count, input) values (${taskKey}, ${fromRunCount}, ${text}::json)
    on conflict (task_key, from_run_count) do update set input = excluded.input`;
}

/**
 * Checks an input that replaces a stored one. Returns its text with stored values in place of redaction markers. Throws
 * the errors of `keepHidden` and `checkInput`.
 */
export async function replaceInput(
  context: { database: Database; taskTypes: TaskTypes },
  type: string,
  input: JsonValue,
  stored: { text: string | null; sensitive: readonly string[] },
  actor: Actor,
): Promise<string | null> {
  const before = stored.text === null ? undefined : parseJson(stored.text);
  const restored = keepHidden(input, before, pointersBelow('/input', stored.sensitive), actor);
  return checkInput(context.database, await context.taskTypes.find(type), restored, stored.sensitive);
}
