import { type Bounds, TaskdeckError, type Timeline, type TimelineQuery, timelineRuns } from '#contract';
import { type Database, type Fragment, readWithin, type Transaction } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';
import { omitAbsent } from '../rows/omit-absent.ts';
import { readPresences, replacementsByName } from './replacements.ts';
import { servingInside } from './serving-inside.ts';

const defaultMs = 900_000;
const mostLanes = 100;
const intervals = 120;
/** Runs of which the load is counted. */
const mostCounted = 50_000;
/** Ended runs after the time that are read to find those that began before its end. */
const mostLater = 20_000;
const statementMs = 1_000;
/** Runs that ended in the time of which those inside of bounds are read. */
const mostLookedAt = 100_000;

type Window = { from: string; to: string; intervalInMs: number };
type Run = NonNullable<Timeline['runs']>[number];
type RunRow = {
  lane: string;
  id: string;
  run_count: number;
  type: string;
  status: Run['status'];
  queued_on: string;
  started_on: string;
  ended_on: string | null;
  went_on: boolean;
};
type LoadRow = { lane: string; n: number; running: number; ended: number; failed: number };
type LaneRow = { name: string; slots: number | null; lost_on: string | null };

/**
 * Returns when runs inside of bounds ran, by worker or queue: each run, or of many the load of 120 intervals. Lanes of
 * workers are those with these runs, and those that serve something inside.
 */
export async function getTimeline(
  database: Database,
  query: TimelineQuery,
  { most = timelineRuns, bounds }: { most?: number; bounds?: Bounds | undefined } = {},
): Promise<Timeline> {
  const window = await windowOf(database, query);
  const { from, to, intervalInMs } = window;
  const rows = await readRuns(database, query.by, window, most + 1, bounds);
  const load =
    rows === undefined || rows.length > most ? await readLoad(database, query.by, window, bounds) : undefined;
  const used = new Set((load?.rows ?? rows ?? []).map(({ lane }) => lane));
  const lanes = await readLanes(database, query.by, window, [...used], bounds);
  const hasLost = lanes.some(({ lost_on }) => lost_on !== null);
  const replacements = hasLost ? replacementsByName(await readPresences(database)) : new Map<string, string>();
  const shown = new Set(lanes.slice(0, mostLanes).map(({ name }) => name));
  const begin = Date.parse(from);
  return {
    from,
    to,
    intervalInMs,
    isPartial: lanes.length > mostLanes || load?.isPartial === true || (await isBeyondLook(database, window, bounds)),
    lanes: lanes
      .slice(0, mostLanes)
      .map(({ name, slots, lost_on }) =>
        omitAbsent({ name, slots, lostOn: lost_on, replacedBy: lost_on === null ? undefined : replacements.get(name) }),
      ),
    ...(load === undefined
      ? { runs: (rows ?? []).filter(({ lane }) => shown.has(lane)).map(runRecord) }
      : {
          load: load.rows
            .filter(({ lane }) => shown.has(lane))
            .map(({ n, ...row }) => ({ ...row, on: new Date(begin + n * intervalInMs).toISOString() })),
        }),
  };
}

function runRecord({ id, run_count, queued_on, started_on, ended_on, went_on, ...row }: RunRow): Run {
  const times = { queuedOn: queued_on, startedOn: started_on, endedOn: ended_on };
  return omitAbsent({ ...row, taskId: id, runCount: run_count, ...times, wentOn: went_on });
}

async function windowOf(database: Database, query: TimelineQuery): Promise<Window> {
  const [row] = await database<{ from: string; to: string }[]>`
    select coalesce(${query.from ?? null}::timestamptz, until - ${defaultMs} * interval '1 ms')::timestamptz(3) as from,
      until::timestamptz(3) as to
    from (select coalesce(${query.to ?? null}::timestamptz, now()) as until) given`;
  if (row === undefined) throw new Error('a select gave no row');
  const length = Date.parse(row.to) - Date.parse(row.from);
  if (length <= 0) throw new TaskdeckError('InvalidRequest', 'from must be before to');
  return { ...row, intervalInMs: Math.max(1, Math.ceil(length / intervals)) };
}

/**
 * Ended and running runs inside of bounds that overlap the time. Each part is bounded: those that ended in it, the first
 * that ended after it, and those that run.
 */
function runsWithin(database: Database, { from, to }: Window, most: number, bounds: Bounds | undefined): Fragment {
  const inTime = database`ended_on >= ${from} and ended_on < ${to} and started_on is not null`;
  const reached =
    bounds === undefined
      ? database``
      : database`and exists (select from task t where t.key = r.task_key ${insideBounds(database, bounds)})`;
  const ended =
    bounds === undefined
      ? database`run r`
      : database`(select * from run where ${inTime} order by ended_on desc limit ${mostLookedAt}) r`;
  const columns = database`task_key, run_count, status, queued_on, started_on`;
  return database`
    (select ${columns}, ended_on, worker from ${ended} where ${inTime} ${reached} order by ended_on desc limit ${most})
    union all
    (select ${columns}, ended_on, worker from (
        select * from run where ended_on >= ${to} order by ended_on limit ${mostLater}
      ) r where started_on < ${to} ${reached} limit ${most})
    union all
    (select ${columns}, null, (select name from worker w where w.key = a.worker_key) from active_run a
      where status = 'running' and started_on < ${to} ${insideBounds(database, bounds, 'a')} limit ${most})`;
}

/** Whether more runs ended in the time than those inside of bounds are found among. */
async function isBeyondLook(database: Database, { from, to }: Window, bounds: Bounds | undefined): Promise<boolean> {
  if (bounds === undefined) return false;
  const [row] = await database<{ count: number }[]>`
    select count(*) as count from (
      select from run where ended_on >= ${from} and ended_on < ${to} limit ${mostLookedAt + 1}) counted`;
  return (row?.count ?? 0) > mostLookedAt;
}

/**
 * On the lane of a worker, a run has a part for each worker that did steps of it. `undefined` when they have too many steps
 * to look at all of them.
 */
async function readRuns(
  database: Database,
  by: TimelineQuery['by'],
  window: Window,
  most: number,
  bounds: Bounds | undefined,
): Promise<RunRow[] | undefined> {
  const lane = by === 'queue' ? database`t.queue` : database`coalesce(part.worker, r.worker)`;
  const parts =
    by === 'queue'
      ? database`(select null::text as worker, r.started_on as began, r.ended_on as ended, false as went_on) part`
      : database`(
          select worker, coalesce(lag(stopped) over (order by began), r.started_on) as began,
            case when lead(worker) over (order by began) is null then r.ended_on else stopped end as ended,
            lead(worker) over (order by began) is not null as went_on
          from (
            select worker, min(began) as began, max(stopped) as stopped from (
              select worker, started_on as began, coalesce(ended_on, started_on) as stopped from step s
              where s.task_key = r.task_key and s.run_count = r.run_count and s.kept_from is null and s.worker is not null
              union all
              select r.worker, coalesce(r.ended_on, now()), coalesce(r.ended_on, now())
            ) done group by worker
          ) each
        ) part`;
  const read = (transaction: Transaction) => transaction<RunRow[]>`
    select ${lane} as lane, t.id, r.run_count, t.type, r.status, r.queued_on, part.began as started_on,
      part.ended as ended_on, part.went_on
    from (select * from (${runsWithin(database, window, most, bounds)}) seen limit ${most}) r
    cross join lateral (select * from task where key = r.task_key offset 0) t
    cross join lateral ${parts}
    where part.began < ${window.to} and coalesce(part.ended, now()) >= ${window.from} and ${lane} is not null
    order by part.began, t.key limit ${most}`;
  // By indexes: the steps of a long run must not be looked through again for every other run.
  return readWithin(database, statementMs, read, { goesByIndexes: true });
}

async function readLoad(
  database: Database,
  by: TimelineQuery['by'],
  window: Window,
  bounds: Bounds | undefined,
): Promise<{ rows: LoadRow[]; isPartial: boolean }> {
  for (const most of [mostCounted, mostCounted / 10]) {
    const rows = await readWithin(
      database,
      statementMs,
      (transaction) => transaction<(LoadRow & { read: number })[]>`${loadOf(database, by, window, most, bounds)}`,
    );
    if (rows === undefined) continue;
    return { rows: rows.map(({ read: _read, ...row }) => row), isPartial: (rows[0]?.read ?? 0) >= most };
  }
  throw new TaskdeckError('InvalidRequest', 'there are too many runs in this time: choose a shorter one');
}

/** A run counts in each interval by the share of it that it covers. */
function loadOf(
  database: Database,
  by: TimelineQuery['by'],
  { from, to, intervalInMs }: Window,
  most: number,
  bounds: Bounds | undefined,
) {
  const lane = by === 'queue' ? database`(select queue from task t where t.key = r.task_key)` : database`r.worker`;
  const place = (time: Fragment) =>
    database`(date_part('epoch', ${time} - ${from}::timestamptz) * 1000 / ${intervalInMs}::float8)`;
  return database`
    with placed as materialized (
      select ${lane} as lane, status, greatest(${place(database`started_on`)}, 0) as low,
        least(${place(database`coalesce(ended_on, now())`)}, ${place(database`${to}::timestamptz`)}) as high,
        ended_on >= ${from} and ended_on < ${to} as has_ended
      from (select * from (${runsWithin(database, { from, to, intervalInMs }, most, bounds)}) seen limit ${most}) r
    )
    select lane, n, sum(least(high, n + 1) - greatest(low, n)) as running,
      count(*) filter (where has_ended and n = floor(high)) as ended,
      count(*) filter (where has_ended and n = floor(high) and status in ('failed', 'timedOut')) as failed,
      (select count(*) from placed) as read
    from placed, generate_series(floor(low)::integer, floor(high)::integer) n
    where lane is not null and high >= low group by lane, n order by lane, n`;
}

/** Lanes with runs, and workers that lived in the time. One more than the limit shows that there are more. */
async function readLanes(
  database: Database,
  by: TimelineQuery['by'],
  { from, to }: Window,
  used: readonly string[],
  bounds: Bounds | undefined,
): Promise<LaneRow[]> {
  if (by === 'queue')
    return database<LaneRow[]>`
      select name, (select sum(slots)::integer from worker w where not is_expired and expires_on > now() and name = any(w.queues)) as slots,
        null as lost_on
      from unnest(${[...used]}::text[]) as given (name) order by name limit ${mostLanes + 1}`;
  return database<LaneRow[]>`
    select name, sum(slots) filter (where is_live)::integer as slots,
      case when not bool_or(is_live) and bool_or(is_lost) then max(expires_on) end as lost_on
    from (
      select name, slots, expires_on, not is_expired and expires_on > now() as is_live,
        (is_expired or expires_on <= now()) and not is_stopping as is_lost
      from worker where started_on < ${to} and expires_on >= ${from}
        ${servingInside(database, 'types', bounds)} ${servingInside(database, 'queues', bounds)}
      union all
      select name, null, null, false, false from unnest(${[...used]}::text[]) as given (name)
    ) known group by name order by name limit ${mostLanes + 1}`;
}
