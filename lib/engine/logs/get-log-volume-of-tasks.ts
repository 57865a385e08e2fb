import type { LogLevel, LogSearchVolume, LogSearchVolumeFilter } from '#contract';
import { type Database, type Fragment, readWithin, type Transaction } from '#database';
import { idsBetween } from './log-ids.ts';
import { entryConditions, type IdRange, joinTask, matchingEntries } from './log-source.ts';
import { runsOfFewTasks, taskConditions } from './log-tasks.ts';
import { tooMuchToSearch } from './too-much-to-search.ts';

/** Up to this number of entries, all are counted: about a tenth of a second of reading. */
const mostCounted = 60_000;
/** Of more, this number of ids is read in each interval, in groups that are evenly spread. Fewer where these take too long. */
const samples = [
  { ids: 1_000, groupIds: 25 },
  { ids: 20, groupIds: 5 },
  { ids: 5, groupIds: 5 },
] as const;
/** Entries of a rare level that are read to count them exactly. */
const mostRare = 20_000;
/** Lines can be long: a statement that takes longer is given up for one that reads less. */
const statementMs = 1_500;

type Count = { place: number; level: LogLevel; count: number };
type Span = { from: string; intervalInMs: number; intervals: number };

/**
 * Counts the entries of all tasks that match a filter, by level, in intervals of equal length. The work has a limit: of
 * many entries, a sample of each interval is counted.
 */
export async function getLogVolumeOfTasks(
  database: Database,
  filter: LogSearchVolumeFilter,
  limitMs = statementMs,
): Promise<LogSearchVolume> {
  const ids = await idsBetween(database, filter);
  const span = await spanOf(database, filter, ids);
  const none = { from: filter.loggedAfter ?? new Date().toISOString(), intervalInMs: 1, isEstimated: false };
  if (span === undefined) return { ...none, intervals: [] };
  const runs = await runsOfFewTasks(database, filter);
  if (runs !== undefined || ids.until - ids.from <= mostCounted) {
    const matching = matchingEntries(database, filter, runs, ids, mostCounted + 1);
    const counts = await readWithin(database, limitMs, (transaction) =>
      countByInterval(transaction, span, database`select logged_on, level, 1 as weight from (${matching}) l`),
    );
    if (counts !== undefined && counts.reduce((sum, { count }) => sum + count, 0) <= mostCounted)
      return volumeOf(span, counts, false);
  }
  const rare = await Promise.all(
    (['warn', 'error'] as const).map(async (level) => ({
      level,
      counts: await readWithin(database, limitMs, (transaction) =>
        countRare(database, transaction, filter, span, ids, level),
      ),
    })),
  );
  const exact = rare.flatMap(({ counts }) => counts ?? []);
  const isExact = (level: LogLevel) => rare.some((one) => one.level === level && one.counts !== undefined);
  const sampled = await countSample(database, filter, span, ids, limitMs);
  if (sampled === undefined) throw tooMuchToSearch();
  return volumeOf(span, [...exact, ...sampled.filter(({ level }) => !isExact(level))], true);
}

/** Divides the time from the oldest entry in question until now. */
async function spanOf(database: Database, filter: LogSearchVolumeFilter, ids: IdRange): Promise<Span | undefined> {
  const [row] = await database<{ from: string | null; length: number | null }[]>`
    select low as from, ceil(extract(epoch from high - low) * 1000 / ${filter.intervals}::integer)::bigint as length
    from (
      select coalesce(${filter.loggedAfter ?? null}::timestamptz,
          (select logged_on from log_entry where id >= ${ids.from} order by id limit 1)) as low,
        least(${filter.loggedBefore ?? null}::timestamptz, now()::timestamptz(3) + interval '1 ms') as high
    ) bounds`;
  if (row === undefined || row.from === null || row.length === null || row.length < 1) return undefined;
  return { from: row.from, intervalInMs: row.length, intervals: filter.intervals };
}

/** Adds up weights of `logged_on` and `level` by interval. */
function countByInterval(transaction: Transaction, span: Span, weighted: Fragment): Promise<Count[]> {
  return transaction<Count[]>`
    select place, level, round(sum(weight))::bigint as count from (
      select floor(extract(epoch from logged_on - ${span.from}::timestamptz) * 1000 / ${span.intervalInMs}::bigint)::integer as place,
        level, weight
      from (${weighted}) weighted
    ) placed group by place, level`;
}

/** Counts the entries of a rare level, or `undefined` when it is not rare. */
async function countRare(
  database: Database,
  transaction: Transaction,
  filter: LogSearchVolumeFilter,
  span: Span,
  { from, until }: IdRange,
  level: 'warn' | 'error',
): Promise<Count[] | undefined> {
  const ofLevel = level === 'error' ? database`level = 'error'` : database`level >= 'warn' and level = 'warn'`;
  const inRange = database`${ofLevel} and id >= ${from} and id < ${until}`;
  const [row] = await transaction<{ count: number }[]>`
    select count(*) from (select from log_entry where ${inRange} order by id desc limit ${mostRare + 1}) few`;
  if (row === undefined || row.count > mostRare) return undefined;
  return countByInterval(
    transaction,
    span,
    database`
      select logged_on, level, 1 as weight from log_entry l ${joinTask(database)}
      where ${database.unsafe(level === 'error' ? `l.level = 'error'` : `l.level >= 'warn' and l.level = 'warn'`)}
        and l.id >= ${from} and l.id < ${until}
        ${entryConditions(database, filter)} ${taskConditions(database, filter)}`,
  );
}

/**
 * Estimates the entries of each interval. The ids of an interval are known from its times. The share of the ids in evenly
 * spread groups that are matching entries is the share of all: ids of deleted entries are not counted.
 */
async function countSample(
  database: Database,
  filter: LogSearchVolumeFilter,
  span: Span,
  range: IdRange,
  limitMs: number,
): Promise<Count[] | undefined> {
  for (const sample of samples) {
    const counted = await readWithin(database, limitMs, (transaction) =>
      countByInterval(transaction, span, weightsOfSample(database, filter, span, range, sample)),
    );
    if (counted !== undefined) return counted;
  }
  return undefined;
}

function weightsOfSample(
  database: Database,
  filter: LogSearchVolumeFilter,
  span: Span,
  { from, until }: IdRange,
  { ids: sampledIds, groupIds }: (typeof samples)[number],
): Fragment {
  const groups = sampledIds / groupIds;
  return database`
      with edge as materialized (
        select n, first_log_id_since(${span.from}::timestamptz + n * ${span.intervalInMs}::bigint * interval '1 ms') as id
        from generate_series(0, ${span.intervals}::integer) n
      ), ids as materialized (
        select greatest(${from}::bigint, id) as low, least(${until}::bigint, lead(id) over (order by n)) as high from edge
      ), read as materialized (
        select low as first, high as last, 1 as weight from ids where high - low <= ${sampledIds}
        union all
        select first, first + ${groupIds}, (high - low) / ${sampledIds}::numeric
        from ids, generate_series(0, ${groups - 1}::integer) k, lateral (select low + (high - low) * k / ${groups} as first) f
        where high - low > ${sampledIds}
      )
      select l.logged_on, l.level, read.weight from read
      cross join lateral (select * from log_entry where id >= read.first and id < read.last order by id offset 0) l
      ${joinTask(database)}
      where true ${entryConditions(database, filter)} ${taskConditions(database, filter)}`;
}

function volumeOf(span: Span, counts: readonly Count[], isEstimated: boolean): LogSearchVolume {
  const intervals = Array.from({ length: span.intervals }, (_, place) => ({
    startsOn: new Date(Date.parse(span.from) + place * span.intervalInMs).toISOString(),
    ...{ debug: 0, info: 0, warn: 0, error: 0 },
  }));
  for (const { place, level, count } of counts) {
    const interval = intervals[place];
    if (interval !== undefined) interval[level] += count;
  }
  return { from: span.from, intervalInMs: span.intervalInMs, isEstimated, intervals };
}
