import type { TaskListFilter } from '#contract';
import type { Database, Fragment } from '#database';
import { type Driver, inOrder, type KeyRange, within } from './driver.ts';
import { endedSince, type KeyBounds } from './key-bounds.ts';

/** The position of a scan: the last task's place in its order. `p` names the source. */
export type Cursor = {
  p: string;
  k?: number | undefined;
  i?: string | undefined;
  e?: string | undefined;
  /** The value that the order is by: its kind, and its number or text. */
  v?: readonly [kind: number, number: string, body: string] | undefined;
};

/**
 * `place`: what a source needs beside the key and the end to continue after a row. `is_cut`: whether the
 * chunk has further rows, which there was no time for.
 */
export type ScannedRow = {
  key: number;
  place: string | null;
  ended_on: string | null;
  n: number;
  is_cut: boolean;
  is_match: boolean;
};

/** An ordered scan as a subquery of `(key, place, ended_on)`, of at most `limit` rows after a cursor. */
export type Source = {
  name: string;
  /** Whether a row also is the current run of an ended task, with the columns of `run` that conditions use. */
  hasEndedRuns?: true;
  select(after: Cursor | undefined, limit: number): Fragment;
  /** The number of rows that it has, when all of them are looked up for each chunk: then one chunk has them all. */
  size?: number;
  /** What `select` joins are indexes to merge. */
  isMerged?: boolean;
  cursor(row: ScannedRow): Cursor;
};

/** A scan in the order of keys, which is the order of creation. */
export function keySource(
  database: Database,
  driver: Pick<Driver, 'keys'>,
  isDescending: boolean,
  bounds: KeyBounds,
): Source {
  const rangeOf = rangesIn(isDescending, bounds);
  return {
    name: 'key',
    select: (after, limit) =>
      database`select key, null::text as place, null::timestamptz as ended_on from (${driver.keys(rangeOf(after), limit)}) keys`,
    cursor: (row) => ({ p: 'key', k: row.key }),
  };
}

/** Returns the ranges after a cursor. What is given can be a range itself, whose own `after` is where its scan began. */
function rangesIn(isDescending: boolean, { low, high }: KeyBounds): (after: Cursor | undefined) => KeyRange {
  return (after) => ({ isDescending, low, high, after: after?.k });
}

/**
 * Rows of a table as `found`: all, or only those of some tasks. Of these each is looked up, as PostgreSQL would compare
 * each row of an index with all of them.
 */
export function rowsOf(
  database: Database,
  table: 'task' | 'run' | 'value_entry',
  keys: readonly number[] | undefined,
): Fragment {
  if (keys === undefined) return database`${database(table)} found`;
  return database`unnest(${[...keys]}::bigint[]) given (given_key)
    cross join lateral (
      select * from ${database(table)} where ${database(table === 'task' ? 'key' : 'task_key')} = given_key offset 0
    ) found`;
}

/** The `size` of a source that looks up the rows of some tasks. */
export function sizeOf(keys: readonly number[] | undefined): Pick<Source, 'size'> {
  return keys === undefined ? {} : { size: keys.length };
}

/** A scan in the order of ids, over all tasks or only over `keys`. */
export function idSource(database: Database, isDescending: boolean, keys: readonly number[] | undefined): Source {
  const { direction, beyond } = inDirection(database, isDescending);
  return {
    ...sizeOf(keys),
    name: 'id',
    select: (after, limit) => database`
      select key, id as place, null::timestamptz as ended_on from ${rowsOf(database, 'task', keys)}
      where true ${after?.i === undefined ? database`` : database`and id ${beyond} ${after.i}`}
      order by id ${direction} limit ${limit}`,
    cursor: (row) => ({ p: 'id', i: row.place ?? '' }),
  };
}

/** A scan of the tasks whose last run has ended, in the order of its end, over all of them or only over `keys`. */
export function endedSource(
  database: Database,
  filter: TaskListFilter,
  isDescending: boolean,
  keys: readonly number[] | undefined,
): Source {
  const { direction, beyond } = inDirection(database, isDescending);
  const since = endedSince(filter);
  return {
    ...sizeOf(keys),
    name: 'ended',
    hasEndedRuns: true,
    select: (after, limit) => database`
      select ${endedColumns(database)} from ${rowsOf(database, 'run', keys)}
      where is_current
        ${filter.status === undefined ? database`` : database`and status = any(${filter.status}::run_status[])`}
        ${since === undefined ? database`` : database`and ended_on >= ${since}`}
        ${filter.endedBefore === undefined ? database`` : database`and ended_on < ${filter.endedBefore}`}
        ${
          after?.k === undefined || after.e === undefined
            ? database``
            : database`and (ended_on, task_key) ${beyond} (${after.e}::timestamptz, ${after.k}::bigint)`
        }
      order by ended_on ${direction}, task_key ${direction} limit ${limit}`,
    cursor: (row) => ({ p: 'ended', e: row.ended_on ?? undefined, k: row.key }),
  };
}

/** A scan of the tasks whose last run has ended, in the order of keys. Their runs are read without a look at the tasks. */
export function endedByKeySource(database: Database, isDescending: boolean, bounds: KeyBounds): Source {
  const rangeOf = rangesIn(isDescending, bounds);
  return {
    name: 'key',
    hasEndedRuns: true,
    select: (after, limit) => {
      const range = rangeOf(after);
      return database`
        select ${endedColumns(database)} from run where is_current ${within(database, 'task_key', range)}
        ${inOrder(database, 'task_key', range)} limit ${limit}`;
    },
    cursor: (row) => ({ p: 'key', k: row.key }),
  };
}

function endedColumns(database: Database): Fragment {
  return database`task_key as key, null::text as place, task_key, run_count, status, fingerprint, error, queued_on, started_on, ended_on`;
}

/** The order of an index, and what comes after a row in it. */
export function inDirection(database: Database, isDescending: boolean): { direction: Fragment; beyond: Fragment } {
  return isDescending
    ? { direction: database`desc`, beyond: database`<` }
    : { direction: database`asc`, beyond: database`>` };
}
