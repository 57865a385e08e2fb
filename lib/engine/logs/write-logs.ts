import { type LogWriteInput, mapInTurns, stringifyInTurns } from '#contract';
import { arrayInTurns, changeNotice, channels, type Database, jsonArray, textArray } from '#database';
import { findRun } from '../history/get-run.ts';

/** Adds entries of a caller to the log of a run in any status. Throws `TaskNotFound`, `RunNotFound`. */
export async function writeLogs(
  database: Database,
  id: string,
  runCount: bigint,
  input: LogWriteInput,
  writtenBy: string,
): Promise<void> {
  const run = await findRun(database, id, runCount);
  const { entries } = input;
  const fields = await mapInTurns(entries, (entry) =>
    entry.fields === undefined ? null : stringifyInTurns(entry.fields),
  );
  const messages = entries.map(({ message }) => message.replaceAll('\u0000', '\ufffd'));
  await database`
    with entry as (
      insert into log_entry (task_key, run_count, attempt, level, message, fields, written_by)
      select ${run.taskKey}, ${run.runCount}, ${run.attempt}, level, message, fields::json, ${writtenBy}
      from unnest(
        ${entries.map((entry) => entry.level ?? 'info')}::log_level[],
        ${await arrayInTurns(textArray, messages)}::text[],
        ${await arrayInTurns(jsonArray, fields)}::text[]
      ) with ordinality as given (level, message, fields, position)
      order by position
    )
    select pg_notify(${channels.change}, ${changeNotice({ ids: [id] })})`;
}
