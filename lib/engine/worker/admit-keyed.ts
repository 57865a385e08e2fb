import { type Database, holdLock } from '#database';

const keysPerLook = 1_000;
const looksPerCall = 10;

/** After which key the next look begins. Keys that are held must not keep a worker from those that follow them. */
export type KeyPlace = { after: string };

/**
 * Admits runs with a concurrency key, up to each key's limit. A run holds its key from its first start to its end.
 * Admitted runs are marked as started, which makes them ready for the next claim. Goes round the keys, thousands in one
 * call, and moves `place`. Resolves with the number of admitted runs.
 */
export async function admitKeyedRuns(
  database: Database,
  slots: number,
  filter: { queues: string[]; types: string[] },
  place: KeyPlace = { after: '' },
): Promise<number> {
  const [seen] = await database`
    select from active_run where status = 'queued' and concurrency_key is not null and started_on is null limit 1`;
  if (seen === undefined) return 0;
  let admitted = 0;
  let hasBegunAnew = place.after === '';
  for (let look = 0; look < looksPerCall && admitted < slots; look += 1) {
    const { count, last } = await admitFrom(database, slots - admitted, filter, place.after);
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
  filter: { queues: string[]; types: string[] },
  after: string,
): Promise<{ count: number; last: string | null }> {
  return database.begin(async (transaction) => {
    await holdLock(transaction, 'concurrencyKeys');
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
        select a.task_key, a.priority from held, lateral (
          select next.task_key, next.priority, next.concurrency_limit, row_number() over () as place from (
            select task_key, priority, concurrency_limit from active_run
            where status = 'queued' and concurrency_key = held.concurrency_key and started_on is null
              and queue = any(${filter.queues}::text[]) and type = any(${filter.types}::text[])
            order by priority desc, task_key limit ${slots}) next
        ) a
        where held.count + a.place <= coalesce(a.concurrency_limit, 1)
        order by a.priority desc, a.task_key limit ${slots}
      ), admitted as (
        update active_run a set started_on = now(), deadline_on = now() + coalesce(task.timeout_in_ms, (
          select y.timeout_in_ms from task_type y where y.type = a.type)) * interval '1 ms'
        from chosen join task on task.key = chosen.task_key
        where a.task_key = any (array[chosen.task_key]) and a.status = 'queued' and a.started_on is null
        returning a.task_key
      )
      select (select count(*) from admitted)::int as count,
        (select concurrency_key from key where position = ${keysPerLook}) as last`;
    return row ?? { count: 0, last: null };
  });
}
