import { anyChangeNotice, channels, type Database } from '#database';

/**
 * Frees the runs of workers whose lease has expired, so that others can run them. The lock on the worker's row waits
 * for its current flush and refuses later ones. A worker that was seen in time to come, because the clock was set back since,
 * gets one lease from now. Resolves with the number of freed runs.
 */
export async function takeOverExpired(database: Database): Promise<number> {
  const [row] = await database<{ freed: number }[]>`
    with lost as (
      select key from worker where not is_expired and expires_on < now() for update skip locked
    ), set_back as (
      update worker set expires_on = now() + (expires_on - last_seen_on), last_seen_on = now()
      where key = any(array(
        select key from worker where not is_expired and last_seen_on > now() + interval '1 second' for update skip locked))
    ), marked as (
      update worker w set is_expired = true, busy = 0 from lost where w.key = lost.key returning w.key
    )
    select free_runs((select coalesce(array_agg(key), '{}') from marked))::float8 as freed`;
  return tellFreed(database, row?.freed);
}

/** Ends a worker's registration and frees the runs that it holds. */
export async function leave(database: Database, workerKey: number): Promise<void> {
  const [row] = await database<{ freed: number }[]>`
    with marked as (
      delete from worker where key = ${workerKey} returning key
    )
    select free_runs((select coalesce(array_agg(key), '{}') from marked))::float8 as freed`;
  await tellFreed(database, row?.freed);
}

/** Tells watchers that runs went back to their queues: nobody may claim them for long. Resolves with how many did. */
async function tellFreed(database: Database, freed = 0): Promise<number> {
  if (freed > 0) await database`select pg_notify(${channels.change}, ${anyChangeNotice})`;
  return freed;
}

/** Frees runs whose worker no longer exists. A safety net. */
export async function freeOrphans(database: Database): Promise<void> {
  const freed = await database`
    with orphan as (
      select a.task_key from active_run a
      where a.status = 'running' and not exists (select from worker w where w.key = a.worker_key and not w.is_expired)
      for update skip locked
    ), freed as (
      update active_run a set status = 'queued', worker_key = null, queued_on = now() from orphan o
      where a.task_key = any (array[o.task_key]) returning a.task_key
    )
    select case when row_number() over () = 1 then pg_notify(${channels.work}, '') end from freed`;
  await tellFreed(database, freed.length);
}

/** Deletes workers whose lease expired a while ago, and what they ran then. */
export async function forgetExpired(database: Database): Promise<void> {
  await database`delete from worker where is_expired and expires_on < now() - interval '1 hour'`;
  await database`delete from lost_run where lost_on < now() - interval '1 day'`;
}
