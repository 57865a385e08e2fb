import type { StepAttempt, TaskError } from '#contract';
import { type Database, readStored } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';
import { readTaskById } from '../rows/task-row.ts';
import { type StepRow, stepColumns, stepRecord } from '../steps/step-row.ts';
import { taskNotFound } from '../tasks/task-not-found.ts';
import { runNotFound } from './get-run.ts';
import { selectRuns } from './run-row.ts';

/** The error of a run, with the worker whose code threw it, as far as that is known, and when it did. */
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
  const error = row.error === null ? undefined : readStored<TaskError>(row.error);
  const { run_count: count, worker, ended_on: endedOn } = row;
  if (error === undefined) return { runCount: count };
  if (endedOn !== null) return omitAbsent({ runCount: count, error, worker, endedOn });
  const thrown = await lastAttempt(database, task.key, count, error);
  return omitAbsent({ runCount: count, error, worker: thrown?.worker, endedOn: thrown?.endedOn });
}

/** The attempt of a step that threw the error of an active run. Another worker may run the run by now. */
async function lastAttempt(
  database: Database,
  taskKey: number,
  runCount: number,
  { step = '', stack }: TaskError,
): Promise<StepAttempt | undefined> {
  const [row] = await database<StepRow[]>`
    select ${stepColumns(database, false)} from step
    where task_key = ${taskKey} and run_count = ${runCount} and name = ${step} and error is not null
    order by sequence desc limit 1`;
  if (row === undefined) return undefined;
  const { attempts } = await stepRecord('', runCount, row);
  return attempts.findLast(({ error }) => error?.stack === stack);
}
