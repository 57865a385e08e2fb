import type { Bounds, ErrorRemedies } from '#contract';
import type { Database } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';
import { omitAbsent } from '../rows/omit-absent.ts';
import { readFingerprints } from './fingerprints.ts';
import { groupNotFound } from './get-error-group.ts';
import { groupsInside } from './groups-inside.ts';

/** The maximum number of failed runs whose next run is read, the newest tasks first. */
const mostRuns = 10_000;
const mostRemedies = 20;

type RemedyRow = {
  trigger: 'rerun' | 'fork';
  has_other_input: boolean;
  step: string | null;
  version: string | null;
  tried: number;
  succeeded: number;
  failed_again: number;
  under_way: number;
  median_in_ms: number | null;
};

/**
 * Returns how runs went that were started after a failure of a group, by what was done. The most successful come first.
 * Throws `ErrorGroupNotFound`, also for a group outside of bounds.
 */
export async function readRemedies(database: Database, id: string, bounds?: Bounds): Promise<ErrorRemedies> {
  const [known] = await database`
    select from error_group g where id = (select group_id from error_fingerprint where fingerprint = ${id})
      ${groupsInside(database, bounds)}`;
  if (known === undefined) throw groupNotFound(id);
  const fingerprints = await readFingerprints(database, id);
  const rows = await database<RemedyRow[]>`
    with failed as materialized (
      select task_key, run_count, ended_on from run where fingerprint = any(${fingerprints}::text[]) and not is_current
      order by task_key desc limit ${mostRuns}
    ), next as (
      select f.task_key, f.ended_on as failed_on, r.run_count, r.status, r.trigger, r.forked_from_run_count,
        r.forked_from_sequence, r.worker, r.ended_on, r.fingerprint
      from failed f join run r on r.task_key = f.task_key and r.run_count = f.run_count + 1
      union all
      select f.task_key, f.ended_on, a.run_count, a.status, a.trigger, a.forked_from_run_count, a.forked_from_sequence,
        null, null, null
      from failed f join active_run a on a.task_key = f.task_key and a.run_count = f.run_count + 1
    ), told as (
      select n.*, s.name as step, v.version, exists (
          select from task_input i where i.task_key = n.task_key and i.from_run_count = n.run_count) as has_other_input
      from next n join task t on t.key = n.task_key
      left join step s on s.task_key = n.task_key and s.run_count = n.forked_from_run_count
        and s.sequence = n.forked_from_sequence
      left join lateral (
        select version from worker_version w
        where w.worker = n.worker and w.type = t.type and w.registered_on <= n.ended_on
        order by w.registered_on desc limit 1
      ) v on true
      where n.trigger in ('rerun', 'fork') ${insideBounds(database, bounds)}
    )
    select trigger, has_other_input, step, version, count(*) as tried,
      count(*) filter (where status = 'succeeded') as succeeded,
      count(*) filter (where fingerprint = any(${fingerprints}::text[])) as failed_again,
      count(*) filter (where ended_on is null) as under_way,
      percentile_disc(0.5) within group (order by extract(epoch from ended_on - failed_on) * 1000)
        filter (where status = 'succeeded')::float8 as median_in_ms
    from told group by 1, 2, 3, 4
    order by count(*) filter (where status = 'succeeded')::float8 / count(*) desc, count(*) desc
    limit ${mostRemedies}`;
  return {
    remedies: rows.map((row) =>
      omitAbsent({
        trigger: row.trigger,
        hasOtherInput: row.has_other_input,
        step: row.step,
        version: row.version,
        triedCount: row.tried,
        succeededCount: row.succeeded,
        failedAgainCount: row.failed_again,
        underWayCount: row.under_way,
        medianTimeInMs: row.median_in_ms,
      }),
    ),
  };
}
