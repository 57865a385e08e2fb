import {
  durationBandsInMs,
  mappedTasks,
  type TaskDurations,
  type TaskDurationsQuery,
  TaskdeckError,
  type TaskListFilter,
} from '#contract';
import { type Database, type Fragment, readWithin } from '#database';
import { databaseTime } from '../schedules/passed-on.ts';
import { conditionsOf } from '../tasks/list/conditions.ts';
import type { Driver, KeyRange } from '../tasks/list/driver.ts';
import { driversOf } from '../tasks/list/drivers.ts';
import { durationOf } from '../tasks/list/durations.ts';
import { clockInterval } from './clock-interval.ts';

const dayMs = 86_400_000;
/** A statement that takes longer is repeated with fewer tasks: conditions on inputs and steps can cost much. */
const statementMs = 700;
/** Steps are looked up for each task. */
const mostWithSteps = 20_000;
/** Up to this number, the tasks of one condition are read whole: a sample of all tasks would miss most of them. */
const readWhole = 50_000;

type Window = { from: number; to: number; begin: number; intervalInMs: number; columns: number };
type Row = { n: number; band: number | null; read: number; succeeded: number; failed: number; cancelled: number };

/** Counts ended tasks by interval and duration. Of more than `most` tasks it reads the same number of each interval. */
export async function getTaskDurations(
  database: Database,
  query: TaskDurationsQuery,
  most = mappedTasks,
): Promise<TaskDurations> {
  const window = await windowOf(database, query);
  const { measure, endedAfter: _after, endedBefore: _before, ...rest } = query;
  const filter: TaskListFilter = { ...rest, maxPageSize: 1, orderBy: 'createdOn desc' };
  const count = (scanned: Fragment, limitMs: number) =>
    countCells(database, { filter, measure, window, scanned, limitMs });
  const first = measure === 'stepTime' ? Math.min(most, mostWithSteps) : most;
  const ended = await countEnded(database, window, first + 1);
  const isWhole = ended <= first;
  const driver = await smallDriver(database, filter, isWhole ? Math.min(ended / 2, readWhole) : readWhole);
  const ofFew = driver && (await count(ofDriver(database, window, driver), statementMs));
  if (ofFew !== undefined) return toDurations(window, ofFew, false);
  for (const tasks of [first, first / 10, first / 100]) {
    const inEach = isWhole && tasks === first ? undefined : Math.ceil(tasks / window.columns);
    const scanned = inEach === undefined ? allEnded(database, window) : firstEnded(database, window, inEach);
    const rows = await count(scanned, statementMs);
    if (rows !== undefined) return toDurations(window, rows, isSampled(rows, inEach));
  }
  throw new TaskdeckError('InvalidRequest', 'this filter takes too long over so many tasks: choose a shorter time');
}

async function windowOf(database: Database, { endedAfter, endedBefore }: TaskDurationsQuery): Promise<Window> {
  const to = Date.parse(endedBefore ?? (await databaseTime(database)));
  const from = endedAfter === undefined ? to - dayMs : Date.parse(endedAfter);
  if (from >= to) throw new TaskdeckError('InvalidRequest', 'endedAfter must be before endedBefore');
  const intervalInMs = clockInterval(to - from);
  const begin = Math.floor(from / intervalInMs) * intervalInMs;
  return { from, to, begin, intervalInMs, columns: Math.ceil((to - begin) / intervalInMs) };
}

async function countEnded(database: Database, { from, to }: Window, limit: number): Promise<number> {
  const [row] = await database<{ count: number }[]>`
    select count(*) as count from (select from run where ${endedIn(database, from, to)} limit ${limit}) ended`;
  return row?.count ?? 0;
}

function endedIn(database: Database, from: number, to: number): Fragment {
  return database`run.ended_on >= to_timestamp(${from}::float8 / 1000) and run.ended_on < to_timestamp(${to}::float8 / 1000)`;
}

/** The number of the interval in which a run ended. */
function intervalOf(database: Database, { begin, intervalInMs }: Window): Fragment {
  return database`floor((date_part('epoch', run.ended_on) * 1000 - ${begin}::float8) / ${intervalInMs}::float8)::integer as n`;
}

/** All ended tasks. */
function allEnded(database: Database, window: Window): Fragment {
  return database`
    select ${intervalOf(database, window)}, run.* from run where run.is_current and ${endedIn(database, window.from, window.to)}`;
}

/** The first ended tasks of each interval: one more than the share of an interval, which shows that there are more. */
function firstEnded(database: Database, { from, to, begin, intervalInMs, columns }: Window, inEach: number): Fragment {
  return database`
    select n, ended.* from generate_series(0, ${columns - 1}) n cross join lateral (
      select * from run where is_current
        and ended_on >= to_timestamp(greatest(${from}::float8, ${begin}::float8 + n * ${intervalInMs}::float8) / 1000)
        and ended_on < to_timestamp(least(${to}::float8, ${begin}::float8 + (n + 1) * ${intervalInMs}::float8) / 1000)
      limit ${inEach + 1}
    ) ended`;
}

/** The tasks of a condition that ended in the window. */
function ofDriver(database: Database, window: Window, driver: Driver): Fragment {
  return database`
    select ${intervalOf(database, window)}, run.*
    from (select distinct key from (${driver.keys(everyKey, readWhole)}) keys) given join run on run.task_key = given.key and run.is_current
      and ${endedIn(database, window.from, window.to)}`;
}

const everyKey: KeyRange = { isDescending: true, after: undefined, low: undefined, high: undefined };

/** The first condition that at most so many tasks meet, if there is one. */
async function smallDriver(database: Database, filter: TaskListFilter, most: number): Promise<Driver | undefined> {
  for (const driver of await driversOf(database, filter)) {
    if (driver.name === 'every') continue;
    const limit = Math.floor(most) + 1;
    const [row] = await database<
      { count: number }[]
    >`select count(*) as count from (${driver.keys(everyKey, limit)}) met`;
    if (row !== undefined && row.count < limit) return driver;
  }
}

/**
 * Scanned rows that do not match, or have no duration, have no band. Without `offset 0` the planner expects a group for
 * each row, and sorts them all before it counts.
 */
function countCells(
  database: Database,
  given: {
    filter: TaskListFilter;
    measure: TaskDurationsQuery['measure'];
    window: Window;
    scanned: Fragment;
    limitMs: number;
  },
): Promise<Row[] | undefined> {
  const { filter, measure, scanned, limitMs } = given;
  const conditions = conditionsOf(database, filter);
  const duration = durationOf(database, measure, filter.step);
  const ms = conditions.count === 0 ? duration : database`case when true ${conditions.sql} then ${duration} end`;
  const tasks = database`cross join lateral (select * from task where key = r.task_key offset 0) t`;
  return readWithin(
    database,
    limitMs,
    (transaction) => transaction<Row[]>`
      select n, band, count(*) as read,
        count(*) filter (where status = 'succeeded') as succeeded,
        count(*) filter (where status in ('failed', 'timedOut')) as failed,
        count(*) filter (where status = 'cancelled') as cancelled
      from (
        select r.n, r.status, width_bucket(${ms}, ${durationBandsInMs}::float8[]) as band
        from (${scanned}) r ${conditions.needsTasks ? tasks : database``} left join active_run a on false
        offset 0
      ) measured
      group by 1, 2 order by 1, 2`,
  );
}

function isSampled(rows: readonly Row[], inEach: number | undefined): boolean {
  if (inEach === undefined) return false;
  const read = new Map<number, number>();
  for (const row of rows) read.set(row.n, (read.get(row.n) ?? 0) + row.read);
  return [...read.values()].some((count) => count > inEach);
}

function toDurations(window: Window, rows: readonly Row[], isSample: boolean): TaskDurations {
  const { from, to, begin, intervalInMs } = window;
  const at = (time: number) => new Date(time).toISOString();
  return {
    from: at(from),
    to: at(to),
    intervalInMs,
    isSampled: isSample,
    cells: rows.flatMap(({ n, band, succeeded, failed, cancelled }) => {
      const fromInMs = band === null ? undefined : durationBandsInMs[band - 1];
      const toInMs = band === null ? undefined : durationBandsInMs[band];
      if (fromInMs === undefined) return [];
      const on = at(begin + n * intervalInMs);
      return [{ on, fromInMs, ...(toInMs !== undefined && { toInMs }), succeeded, failed, cancelled }];
    }),
  };
}
