import type { JsonObject, LogEntry, LogLevel } from '#contract';
import { readStored } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';

/** The columns of `log_entry` that a record needs. */
export type LogRow = {
  id: number;
  attempt: number;
  sequence: number | null;
  level: LogLevel;
  message: string;
  fields: string | null;
  logged_on: string;
  written_by: string | null;
};

export function logEntryRecord(row: LogRow, taskId: string, runCount: number): LogEntry {
  return omitAbsent({
    id: String(row.id),
    taskId,
    runCount,
    attempt: row.attempt,
    sequence: row.sequence,
    level: row.level,
    message: row.message,
    fields: readStored<JsonObject>(row.fields),
    loggedOn: row.logged_on,
    writtenBy: row.written_by,
  });
}
