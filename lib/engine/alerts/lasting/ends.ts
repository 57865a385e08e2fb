import { type AlertFinding, alertTaskType } from '#contract';
import type { Database, Transaction } from '#database';
import { isOfType } from '../matches.ts';
import type { ConditionOf } from './rule.ts';

/** Ended runs of a type and queue, by the minutes since they ended. Cancelled runs do not count. */
export type Ends = { type: string; queue: string; minutes_ago: number; ended: number; failed: number };

/** At most this many runs count, the newest. */
const mostEnds = 10_000;

/** Returns the runs that ended in the time up to now. */
export async function readEnds(database: Database | Transaction, windowInMs: number): Promise<Ends[]> {
  return database<Ends[]>`
    select t.type, t.queue, floor(extract(epoch from now() - r.ended_on) / 60)::integer as minutes_ago,
      count(*) as ended, count(*) filter (where r.status in ('failed', 'timedOut')) as failed
    from (
      select task_key, status, ended_on from run where ended_on > now() - ${windowInMs}::bigint * interval '1 ms'
      order by ended_on desc limit ${mostEnds}
    ) r join task t on t.key = r.task_key
    where r.status <> 'cancelled' and t.type <> ${alertTaskType}
    group by 1, 2, 3`;
}

/** Returns the types or queues of which too many runs failed. */
export function judgeEnds(
  { type, queue, percent, windowInMs, minimumEnds }: ConditionOf<'failureRate'>,
  ends: readonly Ends[],
): AlertFinding[] {
  const of = (row: Ends) => (type === undefined ? row.queue : row.type);
  const counted = ends.filter((row) => row.minutes_ago < windowInMs / 60_000 && isOfType(type ?? queue ?? '', of(row)));
  return [...Map.groupBy(counted, of)].flatMap(([id, rows]) => {
    const ended = rows.reduce((sum, row) => sum + row.ended, 0);
    const failed = rows.reduce((sum, row) => sum + row.failed, 0);
    const value = (100 * failed) / ended;
    return ended >= minimumEnds && value >= percent ? [{ id, count: failed, value }] : [];
  });
}
