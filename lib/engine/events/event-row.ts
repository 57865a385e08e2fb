import { type ExternalEvent, parseStoredInTurns } from '#contract';
import type { Database } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';

export type EventRow = {
  id: number;
  task_id: string;
  name: string;
  data: string;
  raised_on: string;
  raised_by: string;
  run_count: number;
  consumed_run_count: number | null;
  consumed_sequence: number | null;
  consumed_on: string | null;
};

/** Columns of `external_event e` joined with `task t`. */
export function eventColumns(database: Database) {
  return database`e.id, t.id as task_id, e.name, e.data, e.raised_on, e.raised_by, e.run_count, e.consumed_run_count,
    e.consumed_sequence, e.consumed_on`;
}

export async function eventRecord(row: EventRow): Promise<ExternalEvent> {
  const consumedBy =
    row.consumed_run_count === null || row.consumed_sequence === null
      ? undefined
      : { runCount: row.consumed_run_count, sequence: row.consumed_sequence };
  return omitAbsent({
    id: String(row.id),
    taskId: row.task_id,
    name: row.name,
    data: { value: await parseStoredInTurns(row.data) },
    raisedOn: row.raised_on,
    raisedBy: row.raised_by,
    runCount: row.run_count,
    consumedBy,
    consumedOn: row.consumed_on,
  });
}
