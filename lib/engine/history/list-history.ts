import { z } from 'zod';
import type { Page, TaskHistoryListFilter, TaskHistoryResponse } from '#contract';
import { boundedPageFrom, type Database, decodePageToken, jsonBytes, withinPageBytes } from '#database';
import { explainWaits } from '../reasons/explain-waits.ts';
import { readTaskById } from '../rows/task-row.ts';
import { taskNotFound } from '../tasks/task-not-found.ts';
import { type RunRow, runRecord, selectRunDetails, selectRuns } from './run-row.ts';

/** Lists a task's runs, with the current one. Throws `TaskNotFound`, `InvalidContinuationToken`. */
export async function listHistory(
  database: Database,
  id: string,
  filter: TaskHistoryListFilter,
): Promise<Page<TaskHistoryResponse>> {
  const task = await readTaskById(database, id, {});
  if (task === undefined) throw taskNotFound(id);
  const list = ['history', id, filter.orderBy];
  const after = decodePageToken(list, filter.continuationToken, z.int());
  const isDescending = filter.orderBy === 'runCount desc';
  const beyond =
    after === undefined
      ? database``
      : isDescending
        ? database`and run_count < ${after}`
        : database`and run_count > ${after}`;
  const ofStatus =
    filter.status === undefined ? database`` : database`and status = any(${filter.status}::run_status[])`;
  const direction = isDescending ? database`desc` : database`asc`;
  const rows = await database<(RunRow & { page_total: number })[]>`
    with runs as (
      select * from (${selectRuns(database, task.key)}) every_run where true ${ofStatus} ${beyond}
      order by run_count ${direction} limit ${filter.maxPageSize + 1}
    )
    ${withinPageBytes(
      database,
      database`
        select d.*, ${jsonBytes(database, 'input', 'output', 'error')} as page_bytes
        from (${selectRunDetails(database, task.key, filter)}) d order by run_count ${direction}`,
    )}`;
  const reasons = await explainWaits(database, [task]);
  const convert = (row: RunRow) =>
    runRecord(
      task.id,
      row,
      row.ended_on === null && row.run_count === task.run_count ? reasons.get(task.key) : undefined,
    );
  return boundedPageFrom(rows, { list, maxPageSize: filter.maxPageSize, convert, position: (last) => last.run_count });
}
