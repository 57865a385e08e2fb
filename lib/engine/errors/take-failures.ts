import type { Transaction } from '#database';

/** The maximum number of failures that one transaction counts. */
export const batchFailures = 20_000;
const longestVersion = 128;

/**
 * Failures of one fingerprint, task type, queue, worker version and interval. Type and queue are null when the task is
 * deleted. `last` is the newest run: task key and run count.
 */
export type FailureRow = {
  fingerprint: string;
  type: string | null;
  queue: string | null;
  version: string;
  since: string;
  count: number;
  first_on: string;
  last_on: string;
  last: [taskKey: number, runCount: number];
};

/** Removes the oldest failures after this id from the queue and returns them summed up. */
export async function takeFailures(transaction: Transaction, after: number): Promise<FailureRow[]> {
  return transaction<FailureRow[]>`
    with taken as (
      delete from failure where id = any(array(select id from failure where id > ${after} order by id limit ${batchFailures}))
      returning fingerprint, task_key, run_count, worker, ended_on
    ), summed as (
      select f.fingerprint, t.type, t.queue, f.worker, date_bin('5 minutes', f.ended_on, 'epoch') as since, count(*) as count,
        min(f.ended_on) as first_on, max(f.ended_on) as last_on,
        (array_agg(array[f.task_key, f.run_count] order by f.ended_on desc, f.task_key desc))[1:1] as last
      from taken f left join task t on t.key = f.task_key group by 1, 2, 3, 4, 5
    )
    select s.fingerprint, s.type, s.queue, left(coalesce(v.version, ''), ${longestVersion}) as version, s.since, s.count::float8 as count,
      s.first_on, s.last_on, array[s.last[1][1], s.last[1][2]]::float8[] as last
    from summed s left join lateral (
      select version from worker_version w where w.worker = s.worker and w.type = s.type and w.registered_on <= s.last_on
      order by w.registered_on desc limit 1
    ) v on true
    order by s.last_on, s.last[1][1]`;
}
