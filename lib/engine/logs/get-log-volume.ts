import type { LogVolume, LogVolumeFilter } from '#contract';
import { type Database, readWithin, type Transaction } from '#database';
import { findRun } from '../history/get-run.ts';
import { omitAbsent } from '../rows/omit-absent.ts';
import { logConditions } from './log-conditions.ts';
import { tooMuchToSearch } from './too-much-to-search.ts';

/** The newest entries that are counted: about a tenth of a second of reading. Fewer where lines are long. */
const mostCounted = [100_000, 5_000, 500] as const;
const statementMs = 1_500;

type Row = {
  interval_in_ms: number;
  starts_on: string;
  first_id: number;
  first_match_id: number | null;
  total: number;
} & Record<'debug' | 'info' | 'warn' | 'error' | 'matching', number>;

/**
 * Counts the entries of a run's log by level in intervals of equal length, from the first entry to the last, and those
 * that match a filter. Throws `TaskNotFound`, `RunNotFound`.
 */
export async function getLogVolume(
  database: Database,
  id: string,
  runCount: bigint,
  filter: LogVolumeFilter,
  limitMs = statementMs,
): Promise<LogVolume> {
  const run = await findRun(database, id, runCount);
  for (const most of mostCounted) {
    const rows = await readWithin(database, limitMs, (transaction) => count(database, transaction, run, filter, most));
    if (rows !== undefined) return volumeOf(rows, most);
  }
  throw tooMuchToSearch();
}

function count(
  database: Database,
  transaction: Transaction,
  run: { taskKey: number; runCount: number },
  filter: LogVolumeFilter,
  most: number,
): Promise<Row[]> {
  return transaction<Row[]>`
    with line as (
      select id, level, logged_on, (true ${logConditions(database, filter)}) as is_match from log_entry
      where task_key = ${run.taskKey} and run_count = ${run.runCount}
      order by task_key desc, run_count desc, id desc limit ${most + 1}
    ), span as (
      select min(logged_on) as first_on, count(*) as total,
        greatest(1, ceil((extract(epoch from max(logged_on) - min(logged_on)) * 1000 + 1) / ${filter.intervals}::integer))::bigint as width
      from line
    ), placed as (
      select line.*, floor(extract(epoch from logged_on - first_on) * 1000 / width)::bigint as place from line, span
    )
    select span.width as interval_in_ms, span.total,
      date_trunc('milliseconds', first_on) + place * width * interval '1 ms' as starts_on, min(id) as first_id,
      count(*) filter (where level = 'debug') as debug, count(*) filter (where level = 'info') as info,
      count(*) filter (where level = 'warn') as warn, count(*) filter (where level = 'error') as error,
      count(*) filter (where is_match) as matching, min(id) filter (where is_match) as first_match_id
    from placed, span group by place, width, total, first_on order by place`;
}

function volumeOf(rows: readonly Row[], most: number): LogVolume {
  return {
    intervalInMs: rows[0]?.interval_in_ms ?? 1,
    isCut: (rows[0]?.total ?? 0) > most,
    intervals: rows.map(({ interval_in_ms: _width, total: _total, starts_on, first_id, first_match_id, ...counts }) =>
      omitAbsent({
        startsOn: starts_on,
        firstId: String(first_id),
        firstMatchId: first_match_id === null ? null : String(first_match_id),
        ...counts,
      }),
    ),
  };
}
