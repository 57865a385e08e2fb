import { z } from 'zod';
import type { LogEntry, LogListFilter, Page } from '#contract';
import { boundedPageFrom, type Database, decodePageToken, jsonBytes, readWithin, withinPageBytes } from '#database';
import { findRun } from '../history/get-run.ts';
import { entryId } from './entry-id.ts';
import { logConditions } from './log-conditions.ts';
import { type LogRow, logEntryRecord } from './log-entry-record.ts';
import { tooMuchToSearch } from './too-much-to-search.ts';

/** A filter that matches little reads the whole log of a run. */
const longestMs = 5_000;

type PageRow = LogRow & { page_total: number };

/**
 * Lists the log of a run in the order written or the reverse. Throws `TaskNotFound`, `RunNotFound`,
 * `InvalidContinuationToken`.
 */
export async function listLogs(
  database: Database,
  id: string,
  runCount: bigint,
  filter: LogListFilter,
  limitMs = longestMs,
): Promise<Page<LogEntry>> {
  const run = await findRun(database, id, runCount);
  const list = ['logs', id, run.runCount, filter.orderBy];
  const isDescending = filter.orderBy === 'loggedOn desc';
  const last = decodePageToken(list, filter.continuationToken, z.int());
  const conditions = [
    last === undefined ? database`` : isDescending ? database`and id < ${last}` : database`and id > ${last}`,
    filter.after === undefined ? database`` : database`and id > ${entryId('after', filter.after)}`,
    filter.before === undefined ? database`` : database`and id < ${entryId('before', filter.before)}`,
    logConditions(database, filter),
  ];
  const query = withinPageBytes(
    database,
    database`
      select id, attempt, sequence, level, message, fields, logged_on, written_by,
        ${jsonBytes(database, 'message', 'fields')} as page_bytes
      from log_entry where task_key = ${run.taskKey} and run_count = ${run.runCount} ${conditions}
      order by task_key, run_count, id ${isDescending ? database`desc` : database`asc`} limit ${filter.maxPageSize + 1}`,
  );
  const isFiltered = [filter.search, filter.level, filter.sequence, filter.attempt].some((one) => one !== undefined);
  const rows = isFiltered
    ? await readWithin(database, limitMs, (transaction) => transaction<PageRow[]>`${query}`)
    : await database<PageRow[]>`${query}`;
  if (rows === undefined) throw tooMuchToSearch();
  const convert = (row: LogRow) => logEntryRecord(row, id, run.runCount);
  return boundedPageFrom(rows, { list, maxPageSize: filter.maxPageSize, convert, position: (entry) => entry.id });
}
