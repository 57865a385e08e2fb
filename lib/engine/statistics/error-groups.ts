import type { Bounds, Statistics, TaskError } from '#contract';
import { type Database, readStored } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';
import { omitAbsent } from '../rows/omit-absent.ts';
import { windowStart } from './window-start.ts';

type GroupRow = {
  fingerprint: string;
  count: number;
  first_seen_on: string;
  last_seen_on: string;
  error: string | null;
  id: string;
  type: string;
};

const mostGroups = 20;
/** The maximum number of failures that are grouped: the newest of the window. */
const mostFailures = 10_000;

/** Returns the most frequent failures of the window that ends now, by fingerprint, each with its latest error. */
export async function readErrorGroups(
  database: Database,
  windowInMs: number,
  bounds?: Bounds,
): Promise<Statistics['errors']> {
  const reached =
    bounds === undefined
      ? database`failure`
      : database`(select f.* from failure f join task t on t.key = f.task_key where true ${insideBounds(database, bounds)}) reached`;
  const rows = await database<GroupRow[]>`
    with failure as materialized (
      select fingerprint, task_key, run_count, ended_on from run
      where ended_on >= ${windowStart(database, windowInMs)} and fingerprint is not null
      order by ended_on desc limit ${mostFailures}
    ), grouped as (
      select fingerprint, count(*) as count, min(ended_on) as first_seen_on, max(ended_on) as last_seen_on,
        (array_agg(array[task_key, run_count] order by ended_on desc, task_key desc))[1:1] as last
      from ${reached} group by fingerprint order by count(*) desc, max(ended_on) desc limit ${mostGroups}
    )
    select g.fingerprint, g.count, g.first_seen_on, g.last_seen_on, r.error, t.id, t.type
    from grouped g
    join run r on r.task_key = g.last[1][1] and r.run_count = g.last[1][2]
    join task t on t.key = r.task_key
    order by g.count desc, g.last_seen_on desc`;
  return rows.flatMap((row) => {
    const error = readStored<TaskError>(row.error);
    if (error === undefined) return [];
    return [
      {
        fingerprint: row.fingerprint,
        error: omitAbsent({ name: error.name, message: error.message, step: error.step }),
        type: row.type,
        count: row.count,
        firstSeenOn: row.first_seen_on,
        lastSeenOn: row.last_seen_on,
        taskId: row.id,
      },
    ];
  });
}
