import { type AlertFinding, alertTaskType } from '#contract';
import type { Database, Fragment, Transaction } from '#database';
import { isOfType } from '../matches.ts';
import type { ConditionOf } from './rule.ts';

/** Ready runs of a queue, type and priority: how long one of them waits, and whether a live worker serves them. */
export type Line = { queue: string; type: string; wait_in_ms: number; is_served: boolean };

const mostLines = 1_000;
/** Where the keys of fresh runs begin, and those of callers with many queued tasks. Runs that came back stand before. */
const [freshFrom, crowdedFrom] = [0, 2 ** 52];

/**
 * Returns the lines of ready runs with the longest wait of their heads: of the first run that came back, the first fresh
 * one and the first of a crowded caller. Runs that wait for a concurrency key are not ready.
 */
export async function readLines(database: Database | Transaction): Promise<Line[]> {
  const isReady = database`status = 'queued' and (concurrency_key is null or started_on is not null)`;
  // One row each: with more, the planner reads and sorts the whole line.
  const head = (from: Fragment) => database`
    (select coalesce(requeued_on, queued_on) as since from active_run
      where ${isReady} and queue = line.queue and type = line.type and priority = line.priority and ${from}
      order by ready_key limit 1)`;
  return database<Line[]>`
    with recursive line (queue, type, priority) as (
      (select queue, type, priority from active_run where ${isReady} order by queue, type, priority desc limit 1)
      union all
      select next.queue, next.type, next.priority from line cross join lateral (
        select * from (
          (select 1 as place, queue, type, priority from active_run
            where ${isReady} and queue = line.queue and type = line.type and priority < line.priority
            order by queue, type, priority desc limit 1)
          union all
          (select 2, queue, type, priority from active_run
            where ${isReady} and (queue, type) > (line.queue, line.type) order by queue, type, priority desc limit 1)
        ) either order by place limit 1) next
    )
    select line.queue, line.type, exists (
        select from worker where not is_expired and not is_stopping and expires_on > now()
          and line.queue = any(queues) and line.type = any(types)) as is_served,
      extract(epoch from now() - head.oldest_on)::float8 * 1000 as wait_in_ms
    from (select * from line limit ${mostLines}) line
    cross join lateral (select min(since) as oldest_on from (
      ${head(database`true`)} union all ${head(database`ready_key >= ${freshFrom}::bigint`)}
      union all ${head(database`ready_key >= ${crowdedFrom}::bigint`)}) run) head
    where line.type <> ${alertTaskType}`;
}

/** Returns the queues in which a run waits too long, or waits without a worker. */
export function judgeLines(
  { kind, queue, afterInMs }: ConditionOf<'queueWait' | 'noWorker'>,
  lines: readonly Line[],
): AlertFinding[] {
  const late = lines.filter(
    (line) =>
      line.wait_in_ms >= afterInMs &&
      (queue === undefined || isOfType(queue, line.queue)) &&
      (kind === 'queueWait' || !line.is_served),
  );
  return [...Map.groupBy(late, (line) => line.queue)].map(([id, ofQueue]) => ({
    id,
    count: new Set(ofQueue.map(({ type }) => type)).size,
    value: Math.max(...ofQueue.map((line) => line.wait_in_ms)),
  }));
}
