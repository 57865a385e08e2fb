import type { TaskListFilter } from '#contract';
import { type Database, readWithin } from '#database';

/** Bounds of keys that follow from the filter's times: `low` is within them, `high` is not. */
export type KeyBounds = { low: number | undefined; high: number | undefined };

/** The clock of another database server, promoted in between, may be behind by as much. */
const clocksDifferMs = 3_600_000;

/** As many runs that ended since a time are looked through for the earliest of their tasks. */
const boundingRuns = 2_000;
/** Of more runs, the blocks that have tasks of long before are read for it, for this time at most. */
const blocksMs = 100;

/**
 * Keys follow the time of creation except for the length of a transaction and where the clock was set back, so the exact time
 * is checked for each task.
 */
export async function keyBounds(database: Database, filter: TaskListFilter): Promise<KeyBounds> {
  const { createdAfter, createdBefore, endedAfter, endedBefore, runEndedAfter, runEndedBefore } = filter;
  const before = earliest(later(endedBefore, clocksDifferMs), later(runEndedBefore, clocksDifferMs), createdBefore);
  const since = latest(endedAfter, runEndedAfter);
  const lows = [
    createdAfter && (await lowKey(database, createdAfter)),
    since && (await firstKeyOfRunsSince(database, since)),
  ].filter((low) => typeof low === 'number');
  return {
    low: lows.length === 0 ? undefined : Math.max(...lows),
    high: before === undefined ? undefined : await highKey(database, before),
  };
}

/** A key that is not above those of the tasks that were created at or after a time. */
async function lowKey(database: Database, time: string): Promise<number> {
  const [row] = await database<{ key: number }[]>`
    select first_task_key_since(before_repeated_time(${time}::timestamptz)) as key`;
  return row?.key ?? 0;
}

/** A key that is above those of the tasks that were created before a time. */
export async function highKey(database: Database, time: string): Promise<number> {
  const [row] = await database<{ key: number }[]>`
    select first_task_key_since(after_repeated_time(${time}::timestamptz)) as key`;
  return row?.key ?? 0;
}

/** The least key of the tasks of all runs that ended since a time, or `undefined` where it takes too long to find. */
async function firstKeyOfRunsSince(database: Database, since: string): Promise<number | undefined> {
  const [few] = await database<{ count: number; low: number | null }[]>`
    select count(*) as count, min(task_key) as low
    from (select task_key from run where ended_on >= ${since} order by ended_on limit ${boundingRuns + 1}) ended`;
  if (few === undefined || few.count <= boundingRuns) return few?.low ?? Number.MAX_SAFE_INTEGER;
  const created = await lowKey(database, later(since, -clocksDifferMs) ?? since);
  const rows = await readWithin(
    database,
    blocksMs,
    (transaction) => transaction<{ low: number | null }[]>`
      select min(task_key) as low from run where ended_on >= ${since} and task_key < ${created}`,
    { goesByBlocks: true },
  );
  return rows && (rows[0]?.low ?? created);
}

/** The time since which the last runs of matching tasks ended. A run does not end before its task was created. */
export function endedSince({ createdAfter, endedAfter, runEndedAfter }: TaskListFilter): string | undefined {
  return latest(endedAfter, later(createdAfter, -clocksDifferMs), later(runEndedAfter, -clocksDifferMs));
}

/** A time that no clock of another server is behind. */
export function clockMoved(time: string): string {
  return later(time, clocksDifferMs) ?? time;
}

/** The same time where this would leave the years that PostgreSQL and RFC 3339 both write. */
function later(time: string | undefined, milliseconds: number): string | undefined {
  if (time === undefined) return undefined;
  const moved = new Date(Date.parse(time) + milliseconds).toISOString();
  return /^(?!0000)\d{4}-/.test(moved) ? moved : time;
}

export function latest(...times: (string | undefined)[]): string | undefined {
  return sorted(times).at(-1);
}

export function earliest(...times: (string | undefined)[]): string | undefined {
  return sorted(times)[0];
}

function sorted(times: readonly (string | undefined)[]): string[] {
  return times.filter((time) => time !== undefined).toSorted();
}
