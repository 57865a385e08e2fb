import { type LogWriteInput, mapInTurns, stringifyInTurns } from '#contract';
import { arrayInTurns, changeNotice, channels, type Database, inTransaction, jsonArray, textArray } from '#database';
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
  const levels = entries.map((entry) => entry.level ?? 'info');
  const texts = [await arrayInTurns(textArray, messages), await arrayInTurns(jsonArray, fields)] as const;
  await inTransaction(
    database,
    (transaction) => transaction`
    with entry as (
      insert into log_entry (task_key, run_count, attempt, level, message, fields, written_by)
      select ${run.taskKey}, ${run.runCount}, ${run.attempt}, level, message, fields::json, ${writtenBy}
      from unnest(
        ${levels}::log_level[], ${texts[0]}::text[], ${texts[1]}::text[]
      ) with ordinality as given (level, message, fields, position)
      order by position
    )
    select pg_notify(${channels.change}, ${changeNotice({ ids: [id], endedKeys: [] })})`,
  );
}
