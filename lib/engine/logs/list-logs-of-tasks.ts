import { z } from 'zod';
import { type LogSearchFilter, type LogSearchPage, limits, mapInTurns } from '#contract';
import { type Database, decodePageToken, encodePageToken, readWithin, withinPageBytes } from '#database';
import { entryId } from './entry-id.ts';
import { logEntryRecord } from './log-entry-record.ts';
import { idsBetween } from './log-ids.ts';
import { type FoundLogRow, matchingEntries } from './log-source.ts';
import { runsOfFewTasks } from './log-tasks.ts';
import { tooMuchToSearch } from './too-much-to-search.ts';

/** The time after which a page ends, although fewer entries than wanted were found. */
const timeBudgetMs = 600;
/** The ids that the first statement reads. The next ones read as many as fit into `statementMs`. */
const firstIds = 5_000;
const statementMs = 100;
/** Lines can be long: a statement that takes longer is repeated with fewer ids. */
const longestMs = 1_000;
const fewestIds = 10;
const list = ['logs of tasks'];

/**
 * Lists the logs of all tasks, the newest entry first. A page ends after a limited time, however few entries match: it is
 * then short, has `searchedTo` and a continuation. Throws `InvalidContinuationToken`, `InvalidRequest`.
 */
export async function listLogsOfTasks(
  database: Database,
  filter: LogSearchFilter,
  budgetMs = timeBudgetMs,
): Promise<LogSearchPage> {
  const deadline = performance.now() + budgetMs;
  const before = decodePageToken(list, filter.continuationToken, z.int());
  const after = filter.after === undefined ? 0 : entryId('after', filter.after);
  const ids = await idsBetween(database, filter);
  const newestId = before === undefined && ids.newest !== undefined ? { newestId: String(ids.newest) } : {};
  const floor = Math.max(ids.from, after + 1);
  let until = Math.min(ids.until, before ?? ids.until);
  const runs = until <= floor ? undefined : await runsOfFewTasks(database, filter);
  if (runs?.taskKeys.length === 0) return { value: [], ...newestId };

  const found: FoundLogRow[] = [];
  let bytes = 0;
  let width = firstIds;
  while (until > floor) {
    const startedAt = performance.now();
    const from = Math.max(floor, until - width);
    const limit = filter.maxPageSize + 1 - found.length;
    const rows = await readWithin(
      database,
      longestMs,
      (transaction) =>
        transaction<(FoundLogRow & { page_total: number })[]>`${withinPageBytes(
          database,
          matchingEntries(database, filter, runs, { from, until }, limit),
        )}`,
    );
    if (rows === undefined) {
      if (width <= fewestIds) throw tooMuchToSearch();
      width = Math.max(fewestIds, Math.round((until - from) / 20));
      continue;
    }
    for (const row of rows) {
      bytes += row.page_bytes;
      if (found.length === filter.maxPageSize || (found.length > 0 && bytes > limits.pageBytes))
        return { ...(await pageOf(found)), ...newestId };
      found.push(row);
    }
    if (rows.length < (rows[0]?.page_total ?? 0)) return { ...(await pageOf(found)), ...newestId };
    until = from;
    const now = performance.now();
    width = Math.round(width * Math.min(4, statementMs / Math.max(1, now - startedAt)));
    if (now > deadline && until > floor)
      return { ...(await pageOf(found, until)), ...newestId, ...(await searchedTo(database, until)) };
  }
  return { value: await mapInTurns(found, recordOf), ...newestId };
}

async function pageOf(found: readonly FoundLogRow[], next = found.at(-1)?.id): Promise<LogSearchPage> {
  return { value: await mapInTurns(found, recordOf), continuationToken: encodePageToken(list, next) };
}

function recordOf(row: FoundLogRow) {
  return { ...logEntryRecord(row, row.task_id, row.run_count), type: row.type };
}

async function searchedTo(database: Database, id: number): Promise<{ searchedTo?: string }> {
  const [row] = await database<{ logged_on: string }[]>`
    select logged_on from log_entry where id >= ${id} order by id limit 1`;
  return row === undefined ? {} : { searchedTo: row.logged_on };
}
