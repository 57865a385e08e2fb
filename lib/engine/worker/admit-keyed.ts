import { type Database, type Fragment, holdLockBriefly, type Transaction } from '#database';
import { crowdedFrom } from '../tasks/crowded-callers.ts';
import {
  type KeyedFloor,
  type KeyPlace,
  lowestFloor,
  newKeyPlace,
  risen,
  type SettledKeys,
  setFloor,
} from './keyed-floor.ts';

const keysPerLook = 1_000;
const looksPerCall = 10;
/** How long admissions go round the keys after there were too many runs to read at once. */
const roundInMs = 1_000;

/** The queues and types that a worker serves. */
type Served = { queues: string[]; types: string[] };

/**
 * Admits runs with a concurrency key, up to each key's limit. A run holds its key from its first start to its end.
 * Admitted runs are marked as started, which makes them ready for the next claim. Resolves with the number of admitted
 * runs.
 *
 * Reads all live runs with a key at once, from the floor of `place` on: the index entries of runs that were admitted or
 * have ended stay below it, for as long as an older snapshot is held. With too many live runs it goes round the keys
 * instead, thousands in one call, and passes those entries.
 */
export async function admitKeyedRuns(
  database: Database,
  slots: number,
  served: Served,
  place: KeyPlace = newKeyPlace(),
  settled?: SettledKeys,
): Promise<number> {
  if (performance.now() >= place.roundUntil) {
    const admit = (floor: KeyedFloor) => admitAbove(database, slots, served, place, floor, settled);
    const admitted = await (place.deepLook.isDue ? place.deepLook.run(() => admit(lowestFloor)) : admit(place.floor));
    if (admitted !== undefined) return admitted;
    place.roundUntil = performance.now() + roundInMs;
  }
  return goRound(database, slots, served, place);
}

/** Admits runs above a floor and those that are older, and raises the floor. `undefined`: there are too many. */
async function admitAbove(
  database: Database,
  slots: number,
  served: Served,
  place: KeyPlace,
  floor: KeyedFloor,
  settled: SettledKeys | undefined,
): Promise<number | undefined> {
  const limit = place.mostAtOnce + 1;
  const to = risen(floor, settled);
  const [seen] = await database`select from (${liveRuns(database, 'queued', floor, limit)}) queued limit 1`;
  if (seen === undefined && to.fresh === floor.fresh && to.returned === floor.returned) return 0;
  const look = (through: Transaction) => through<Look[]>`
    with queued as materialized (${liveRuns(through, 'queued', floor, limit)}),
    held as materialized (${liveRuns(through, 'held', floor, limit)}),
    live as materialized (select (select count(*) from queued) + (select count(*) from held) as count),
    waiting as (
      select task_key, priority, concurrency_key, concurrency_limit,
        row_number() over (partition by concurrency_key order by priority desc, task_key) as place
      from queued where queue = any(${served.queues}::text[]) and type = any(${served.types}::text[])
    ), chosen as (
      select w.task_key, w.concurrency_key from waiting w
      left join (select concurrency_key, count(*) as count from held group by concurrency_key) h using (concurrency_key)
      where (select count from live) < ${limit}
        and coalesce(h.count, 0) + w.place <= coalesce(w.concurrency_limit, 1)
      order by w.priority desc, w.task_key limit ${slots}
    ), ${admission(through)}
    select (select count from live) as live, (select count(*) from admitted) as admitted,
      array(select task_key from queued where ${isUpTo(through, to)}) as queued,
      array(select task_key from held where ${isUpTo(through, to)}) as held`;
  const [row] = await database.begin(async (transaction) => {
    await holdLockBriefly(transaction, 'concurrencyKeys');
    return look(transaction);
  });
  if (row === undefined || row.live >= limit) return undefined;
  setFloor(place, { ...to, queued: row.queued, held: row.held });
  return row.admitted;
}

type Look = { live: number; admitted: number; queued: number[]; held: number[] };

/**
 * The runs that are queued for a concurrency key or hold one: at most `limit` of each kind of `ready_key` above the floor,
 * and those that are older.
 */
function liveRuns(
  database: Database | Transaction,
  state: 'queued' | 'held',
  floor: KeyedFloor,
  limit: number,
): Fragment {
  const columns = database`a.task_key, a.ready_key, a.concurrency_key, a.concurrency_limit, a.priority, a.queue, a.type`;
  const isLive =
    state === 'queued'
      ? database`a.status = 'queued' and num_nulls(a.concurrency_key) = 0 and num_nulls(a.started_on) = 1`
      : database`num_nulls(a.concurrency_key) = 0 and num_nulls(a.started_on) = 0`;
  const above = (from: number, to: number) => database`
    (select ${columns} from active_run a where ${isLive} and a.ready_key > ${from} and a.ready_key < ${to}
      order by a.ready_key limit ${limit})`;
  return database`
    ${above(floor.returned, 0)} union all ${above(floor.fresh, crowdedFrom)}
    union all ${above(floor.crowded, Number.MAX_SAFE_INTEGER)} union all
    select ${columns} from unnest(${[...floor[state]]}::bigint[]) older (key),
      lateral (select * from active_run where task_key = older.key offset 0) a
    where ${isLive} and ${isUpTo(database, floor)}`;
}

/** Whether a run is up to a bound of its kind. */
function isUpTo(
  database: Database | Transaction,
  bounds: Pick<KeyedFloor, 'fresh' | 'crowded' | 'returned'>,
): Fragment {
  return database`ready_key <= case when ready_key > ${crowdedFrom} then ${bounds.crowded}::bigint
    when ready_key > 0 then ${bounds.fresh}::bigint else ${bounds.returned}::bigint end`;
}

/** Marks the chosen runs as started. Compares keys so that no index on them can be read instead of the primary key. */
function admission(database: Transaction): Fragment {
  return database`
    admitted as (
      update active_run a set started_on = now(), deadline_on = now() + coalesce(t.timeout_in_ms, (
        select y.timeout_in_ms from task_type y where y.type = a.type)) * interval '1 ms'
      from chosen c, lateral (select * from task where key = c.task_key offset 0) t
      where a.task_key = any (array[c.task_key]) and a.status = 'queued' and a.started_on is null
        and a.concurrency_key is not distinct from c.concurrency_key
      returning a.task_key
    )`;
}

/** Admits runs key by key, and moves the place. */
async function goRound(database: Database, slots: number, served: Served, place: KeyPlace): Promise<number> {
  let admitted = 0;
  let hasBegunAnew = place.after === '';
  for (let look = 0; look < looksPerCall && admitted < slots; look += 1) {
    const { count, last } = await admitFrom(database, slots - admitted, served, place.after);
    admitted += count;
    place.after = last ?? '';
    if (last === null && hasBegunAnew) break;
    hasBegunAnew ||= last === null;
  }
  return admitted;
}

/** Admits runs of the next keys. `last` is the last of them, `null` when no more follow. */
function admitFrom(
  database: Database,
  slots: number,
  served: Served,
  after: string,
): Promise<{ count: number; last: string | null }> {
  return database.begin(async (transaction) => {
    await holdLockBriefly(transaction, 'concurrencyKeys');
    const [row] = await transaction<{ count: number; last: string | null }[]>`
      with recursive key as (
        (select concurrency_key, 1 as position from active_run
          where status = 'queued' and concurrency_key > ${after} and started_on is null
          order by concurrency_key limit 1)
        union all
        select (select a.concurrency_key from active_run a
          where a.status = 'queued' and a.concurrency_key is not null and a.started_on is null
            and a.concurrency_key > key.concurrency_key
          order by a.concurrency_key limit 1), position + 1
        from key where key.concurrency_key is not null and position < ${keysPerLook}
      ), held as (
        select key.concurrency_key, (select count(*) from active_run h
          where h.concurrency_key = key.concurrency_key and h.started_on is not null) as count
        from key where key.concurrency_key is not null
      ), chosen as (
        select a.task_key, a.concurrency_key from held, lateral (
          select next.*, row_number() over () as place from (
            select task_key, priority, concurrency_key, concurrency_limit from active_run
            where status = 'queued' and concurrency_key = held.concurrency_key and started_on is null
              and queue = any(${served.queues}::text[]) and type = any(${served.types}::text[])
            order by priority desc, task_key limit ${slots}) next
        ) a
        where held.count + a.place <= coalesce(a.concurrency_limit, 1)
        order by a.priority desc, a.task_key limit ${slots}
      ), ${admission(transaction)}
      select (select count(*) from admitted)::int as count,
        (select concurrency_key from key where position = ${keysPerLook}) as last`;
    return row ?? { count: 0, last: null };
  });
}
