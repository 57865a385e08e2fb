import type { Bounds, Statistics } from '#contract';
import type { Database, Fragment } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';
import { omitAbsent } from '../rows/omit-absent.ts';
import { clockInterval } from './clock-interval.ts';
import { windowStart } from './window-start.ts';

type Ended = Pick<
  Statistics,
  'from' | 'to' | 'ended' | 'intervalInMs' | 'failureRate' | 'queueWaitInMs' | 'runTimeInMs'
>;
type Interval = { on: string; succeeded: number; failed: number; other: number; tasks: number };
type Samples = {
  from: string;
  to: string;
  waits: number;
  wait_p50: number | null;
  wait_p95: number | null;
  runs: number;
  run_p50: number | null;
  run_p95: number | null;
};

/** Durations come from at most this many runs, the newest. */
const mostSamples = 10_000;
/**
 * The maximum number of runs counted exactly. In a larger window, each interval is estimated from a sample of its
 * beginning.
 */
const mostCounted = 200_000;

/**
 * Counts the ended runs of the window that ends now, by outcome, with the times they waited and ran. The intervals begin
 * at round times (UTC), so that a run stays in its interval while time goes on. The last one holds now.
 */
export async function readEndedRuns(database: Database, windowInMs: number, bounds?: Bounds): Promise<Ended> {
  const ofTask = (sampled: Fragment) =>
    bounds === undefined
      ? database`(${sampled})`
      : database`(select s.* from (${sampled}) s join task t on t.key = s.task_key where true ${insideBounds(database, bounds)})`;
  const intervalInMs = clockInterval(windowInMs);
  const intervals = Math.ceil(windowInMs / intervalInMs);
  const [counts, [samples]] = await Promise.all([
    database<Interval[]>`
      with bound as materialized (
        select ${windowStart(database, windowInMs)} as start
      )
      select bound.start + n * ${intervalInMs}::bigint * interval '1 ms' as on, c.succeeded, c.failed, c.other, c.tasks
      from bound, generate_series(0, ${intervals - 1}) n
      cross join lateral (
        select count(*) filter (where status = 'succeeded') as succeeded,
          count(*) filter (where status in ('failed', 'timedOut')) as failed,
          count(*) filter (where status = 'cancelled') as other, count(distinct task_key) as tasks
        from ${ofTask(database`
          select status, task_key from run
          where ended_on >= bound.start + n * ${intervalInMs}::bigint * interval '1 ms'
            and ended_on < bound.start + (n + 1) * ${intervalInMs}::bigint * interval '1 ms'
          limit ${Math.ceil(mostCounted / intervals)}`)} counted
      ) c order by n`,
    database<Samples[]>`
      with newest as materialized (
        select extract(epoch from started_on - queued_on)::float8 * 1000 as wait,
          extract(epoch from ended_on - started_on)::float8 * 1000 as time
        from ${ofTask(database`
          select queued_on, started_on, ended_on, task_key from run
          where ended_on >= ${windowStart(database, windowInMs)} order by ended_on desc limit ${mostSamples}`)} sampled
      )
      select ${windowStart(database, windowInMs)}::timestamptz(3) as from, now()::timestamptz(3) as to,
        count(wait) as waits, percentile_cont(0.5) within group (order by greatest(wait, 0)) filter (where wait is not null) as wait_p50,
        percentile_cont(0.95) within group (order by greatest(wait, 0)) filter (where wait is not null) as wait_p95,
        count(time) as runs, percentile_cont(0.5) within group (order by time) filter (where time is not null) as run_p50,
        percentile_cont(0.95) within group (order by time) filter (where time is not null) as run_p95
      from newest`,
  ]);
  if (samples === undefined) throw new Error('an aggregate gave no row');
  const total = counts.reduce((sum, interval) => sum + interval.succeeded + interval.failed + interval.other, 0);
  const failed = counts.reduce((sum, interval) => sum + interval.failed, 0);
  return omitAbsent({
    from: samples.from,
    to: samples.to,
    ended: [...counts],
    intervalInMs,
    failureRate: total === 0 ? 0 : failed / total,
    queueWaitInMs: quantiles(samples.wait_p50, samples.wait_p95, samples.waits),
    runTimeInMs: quantiles(samples.run_p50, samples.run_p95, samples.runs),
  });
}

function quantiles(p50: number | null, p95: number | null, samples: number): Statistics['runTimeInMs'] {
  if (p50 === null || p95 === null) return undefined;
  return { p50: Math.round(p50 * 1000) / 1000, p95: Math.round(p95 * 1000) / 1000, samples };
}
