import { z } from 'zod';
import { type Page, type Step, type StepListFilter, TaskdeckError } from '#contract';
import { boundedPageFrom, type Database, decodePageToken, jsonBytes, withinPageBytes } from '#database';
import { findRun } from '../history/get-run.ts';
import { type StepRow, stepColumns, stepRecord } from './step-row.ts';

/** Lists the steps of a run in order. Throws `TaskNotFound`, `RunNotFound`, `InvalidContinuationToken`. */
export async function listSteps(
  database: Database,
  id: string,
  runCount: bigint,
  filter: StepListFilter,
): Promise<Page<Step>> {
  const run = await findRun(database, id, runCount);
  const list = ['steps', id, run.runCount];
  const after = decodePageToken(list, filter.continuationToken, z.int32()) ?? -1;
  const named = filter.name === undefined ? database`` : database`and name = ${filter.name}`;
  const rows = await database<(StepRow & { page_total: number })[]>`${withinPageBytes(
    database,
    database`
      select ${stepColumns(database)}, ${jsonBytes(database, 'output', 'attempts', 'error')} as page_bytes from step
      where task_key = ${run.taskKey} and run_count = ${run.runCount} and sequence > ${after} ${named}
      order by sequence limit ${filter.maxPageSize + 1}`,
  )}`;
  const convert = (row: StepRow) => stepRecord(id, run.runCount, row);
  return boundedPageFrom(rows, { list, maxPageSize: filter.maxPageSize, convert, position: (last) => last.sequence });
}

/** Returns one step of a run. Throws `TaskNotFound`, `RunNotFound`, `StepNotFound`. */
export function getStep(database: Database, id: string, runCount: bigint, sequence: number): Promise<Step> {
  return readStep(database, id, runCount, sequence, true);
}

/** The same without its output, for its errors. */
export function getStepErrors(database: Database, id: string, runCount: bigint, sequence: number): Promise<Step> {
  return readStep(database, id, runCount, sequence, false);
}

async function readStep(
  database: Database,
  id: string,
  runCount: bigint,
  sequence: number,
  hasOutput: boolean,
): Promise<Step> {
  const run = await findRun(database, id, runCount);
  const [row] = await database<StepRow[]>`
    select ${stepColumns(database, hasOutput)} from step
    where task_key = ${run.taskKey} and run_count = ${run.runCount} and sequence = ${sequence}`;
  if (row === undefined)
    throw new TaskdeckError('StepNotFound', `run ${runCount} of task "${id}" has no step ${sequence}`);
  return stepRecord(id, run.runCount, row);
}
