import { type Database, isLongAgo } from '#database';

const batchSize = 100;

/** Queues the runs whose turn has come because a lock expired, and removes callers that stopped waiting. */
export async function wakeLockWaiters(database: Database): Promise<void> {
  await database`
    select wake_lock_waiter(l.namespace, l.name) from (
      select l.namespace, l.name from held_lock l
      where l.expires_on <= now()
        and exists (select from lock_waiter w where w.namespace = l.namespace and w.name = l.name)
      order by l.expires_on limit ${batchSize}
    ) l`;
  await database`delete from lock_waiter where expires_on is not null and ${isLongAgo(database, 'expires_on', 60_000)}`;
  await database`
    delete from held_lock l where l.expires_on < now() - interval '1 hour'
      and not exists (select from lock_waiter w where w.namespace = l.namespace and w.name = l.name)`;
}

/** Queues a run that has just begun to wait for a lock when that has become free since the run asked for it. */
export async function wakeLinesOf(database: Database, taskKey: number): Promise<void> {
  await database`select wake_lines_of(${taskKey}::bigint)`;
}
