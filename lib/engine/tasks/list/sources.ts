import { durationMeasures, isEnded, type TaskListFilter, type TaskOrder } from '#contract';
import type { Database, Fragment } from '#database';
import { boundsOf } from './conditions.ts';
import type { Driver, KeyRange } from './drivers.ts';

/** The position of a scan: the last task's place in its order. `p` names the source. */
export type Cursor = {
  p: string;
  k?: number | undefined;
  i?: string | undefined;
  e?: string | undefined;
  /** The value that the order is by: its kind, and its number or text. */
  v?: readonly [kind: number, number: string, body: string] | undefined;
};

/** `place`: what a source needs beside the key and the end to continue after a row. */
export type ScannedRow = { key: number; place: string | null; ended_on: string | null; n: number; is_match: boolean };

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
  /** It hands over to a scan of what several filters have in common. */
  isFirst?: true;
  /** Returns whether the next source continues here, after this many scanned rows. */
  handsOver?(scanned: number, row: ScannedRow): boolean;
};

/** Bounds of keys that follow from the filter's times of creation. */
export type KeyBounds = { low: number | undefined; high: number | undefined };

/** A scan in the order of keys, which is the order of creation. */
export function keySource(
  database: Database,
  driver: Pick<Driver, 'keys'>,
  isDescending: boolean,
  bounds: KeyBounds,
  handsOver?: Source['handsOver'],
): Source {
  const range = (after: Cursor | undefined): KeyRange => ({ isDescending, after: after?.k, ...bounds });
  return {
    name: 'key',
    select: (after, limit) =>
      database`select key, null::text as place, null::timestamptz as ended_on from (${driver.keys(range(after), limit)}) keys`,
    cursor: (row) => ({ p: 'key', k: row.key }),
    ...(handsOver === undefined ? {} : { handsOver }),
  };
}

/** Scans in the order of ids or of ends, over all tasks or only over `keys`. */
export function orderedSources(
  database: Database,
  filter: TaskListFilter,
  order: Exclude<TaskOrder, `createdOn ${string}`>,
  keys: readonly number[] | undefined,
): Source[] {
  const isDescending = order.endsWith('desc');
  const direction = isDescending ? database`desc` : database`asc`;
  const beyond = isDescending ? database`<` : database`>`;
  const whole = keys === undefined ? {} : { size: keys.length };
  // Of a set each row is looked up: PostgreSQL would compare each row of an index with the whole set.
  const rowsOf = (table: 'task' | 'active_run' | 'run', column: 'key' | 'task_key') =>
    keys === undefined
      ? database`${database(table)}`
      : database`unnest(${[...keys]}::bigint[]) given (given_key)
        cross join lateral (select * from ${database(table)} where ${database(column)} = given_key offset 0) found`;

  if (order.startsWith('id'))
    return [
      {
        ...whole,
        name: 'id',
        select: (after, limit) => database`
          select key, id as place, null::timestamptz as ended_on from ${rowsOf('task', 'key')}
          where true ${after?.i === undefined ? database`` : database`and id ${beyond} ${after.i}`}
          order by id ${direction} limit ${limit}`,
        cursor: (row) => ({ p: 'id', i: row.place ?? '' }),
      },
    ];

  const ofStatus =
    filter.status === undefined ? database`` : database`and status = any(${filter.status}::run_status[])`;
  // An active run repeats its task's type and queue. Read there, rows that do not match cost almost nothing.
  const types = filter.type?.some((type) => type.endsWith('*')) ? undefined : filter.type;
  const ofTypeAndQueue = database`
    ${types === undefined ? database`` : database`and type = any(${types}::text[])`}
    ${filter.queue === undefined ? database`` : database`and queue = any(${filter.queue}::text[])`}`;
  const active: Source = {
    ...whole,
    name: 'active',
    select: (after, limit) => database`
      select task_key as key, null::text as place, null::timestamptz as ended_on from ${rowsOf('active_run', 'task_key')}
      where true ${ofStatus} ${ofTypeAndQueue} ${after?.k === undefined ? database`` : database`and task_key ${beyond} ${after.k}`}
      order by task_key ${direction} limit ${limit}`,
    cursor: (row) => ({ p: 'active', k: row.key }),
  };
  const ended: Source = {
    ...whole,
    name: 'ended',
    hasEndedRuns: true,
    select: (after, limit) => database`
      select task_key as key, null::text as place, task_key, run_count, status, fingerprint, error, queued_on, started_on, ended_on
      from ${rowsOf('run', 'task_key')}
      where is_current ${ofStatus}
        ${filter.endedAfter === undefined ? database`` : database`and ended_on >= ${filter.endedAfter}`}
        ${filter.endedBefore === undefined ? database`` : database`and ended_on < ${filter.endedBefore}`}
        ${
          after?.k === undefined || after.e === undefined
            ? database``
            : database`and (ended_on, task_key) ${beyond} (${after.e}::timestamptz, ${after.k}::bigint)`
        }
      order by ended_on ${direction}, task_key ${direction} limit ${limit}`,
    cursor: (row) => ({ p: 'ended', e: row.ended_on ?? undefined, k: row.key }),
  };
  // Tasks that have not ended come after all others, so first when descending.
  const mayBeActive = !isOfEndedRuns(filter) && (filter.status?.some((status) => !isEnded(status)) ?? true);
  const mayBeEnded =
    filter.waitingFor === undefined && filter.heldBy === undefined && (filter.status?.some(isEnded) ?? true);
  const phases = [...(mayBeActive ? [active] : []), ...(mayBeEnded ? [ended] : [])];
  return isDescending ? phases : phases.reverse();
}

/** Whether only tasks whose current run has ended can match. */
function isOfEndedRuns(filter: TaskListFilter): boolean {
  const given = [filter.endedAfter, filter.endedBefore, filter.error, filter.group];
  return [...given, ...durationMeasures.flatMap((measure) => boundsOf[measure].map((bound) => filter[bound]))].some(
    (value) => value !== undefined,
  );
}
