import type { TaskListFilter } from '#contract';
import type { Database } from '#database';

/** Bounds of keys that follow from the filter's times: `low` is within them, `high` is not. */
export type KeyBounds = { low: number | undefined; high: number | undefined };

/** The clock of another database server, promoted in between, may be behind by as much. */
const clocksDifferMs = 3_600_000;

/** As many runs that ended since a time are looked through for the earliest of their tasks, with which an ascending list begins. */
const boundingRuns = { desc: 50_000, asc: 500_000 };

/**
 * Keys follow the time of creation except for the length of a transaction, so the exact time is checked for each task.
 */
export async function keyBounds(database: Database, filter: TaskListFilter): Promise<KeyBounds> {
  const { createdAfter, createdBefore, endedAfter, endedBefore, runEndedAfter, runEndedBefore } = filter;
  const before = [later(endedBefore, clocksDifferMs), later(runEndedBefore, clocksDifferMs), createdBefore]
    .filter((time) => time !== undefined)
    .toSorted()[0];
  const since = latest(endedAfter, runEndedAfter);
  const most = boundingRuns[filter.orderBy === 'createdOn asc' ? 'asc' : 'desc'];
  if (createdAfter === undefined && before === undefined && since === undefined)
    return { low: undefined, high: undefined };
  const [row] = await database<{ low: number | null; high: number | null }[]>`
    select
      greatest(
        case when ${createdAfter !== undefined}
          then first_task_key_since(${createdAfter ?? null}::timestamptz - interval '1 minute') end,
        case when ${since !== undefined} then (
          select case when count(*) <= ${most} then coalesce(min(task_key), ${Number.MAX_SAFE_INTEGER}::bigint) end
          from (select task_key from run where ended_on >= ${since ?? null}::timestamptz
            order by ended_on limit ${most + 1}) ended) end) as low,
      case when ${before !== undefined}
        then first_task_key_since(${before ?? null}::timestamptz + interval '1 minute') end as high`;
  return { low: row?.low ?? undefined, high: row?.high ?? undefined };
}

/** The time since which the last runs of matching tasks ended. A run does not end before its task was created. */
export function endedSince({ createdAfter, endedAfter, runEndedAfter }: TaskListFilter): string | undefined {
  return latest(endedAfter, later(createdAfter, -clocksDifferMs), later(runEndedAfter, -clocksDifferMs));
}

/** The same time where this would leave the years that PostgreSQL and RFC 3339 both write. */
function later(time: string | undefined, milliseconds: number): string | undefined {
  if (time === undefined) return undefined;
  const moved = new Date(Date.parse(time) + milliseconds).toISOString();
  return /^(?!0000)\d{4}-/.test(moved) ? moved : time;
}

function latest(...times: (string | undefined)[]): string | undefined {
  return times
    .filter((time) => time !== undefined)
    .toSorted()
    .at(-1);
}
