import type { TaskError } from '#contract';
import { type Database, readStored } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';
import { readTaskById } from '../rows/task-row.ts';
import { taskNotFound } from '../tasks/task-not-found.ts';
import { runNotFound } from './get-run.ts';
import { selectRuns } from './run-row.ts';

/** The error of a run, with the worker that ran it. */
export type RunError = { runCount: number; error?: TaskError; worker?: string; endedOn?: string };

type ErrorRow = { run_count: number; error: string | null; worker: string | null; ended_on: string | null };

/** Returns the error of a run without its values. Throws `TaskNotFound`, `RunNotFound`. */
export async function getRunError(database: Database, id: string, runCount: bigint): Promise<RunError> {
  const task = await readTaskById(database, id, {});
  if (task === undefined) throw taskNotFound(id);
  const [row] = await database<ErrorRow[]>`
    select run_count, error, worker, ended_on from (${selectRuns(database, task.key)}) every_run
    where run_count = ${String(runCount)}::text::bigint`;
  if (row === undefined) throw runNotFound(id, runCount);
  return omitAbsent({
    runCount: row.run_count,
    error: row.error === null ? undefined : readStored<TaskError>(row.error),
    worker: row.worker,
    endedOn: row.ended_on,
  });
}
