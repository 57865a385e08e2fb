import { z } from 'zod';
import { type Bounds, type Lock, type LockListFilter, type Page, TaskdeckError } from '#contract';
import { containing, type Database, decodePageToken, type Fragment, pageFrom, type Transaction } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';
import type { LockAddress } from './locks.ts';

/** Who reads locks. With bounds, it sees holders and waiters that are itself, or runs of tasks inside. */
export type LockReader = { identity: string; bounds: Bounds | undefined };

type LockRow = {
  name: string;
  owner: string;
  fencing_token: number;
  acquired_on: string;
  expires_on: string | null;
  task_id: string | null;
  run_count: number | null;
  sequence: number | null;
  waiting: string | null;
  waiting_count: number;
};

/** Lists the held locks by name that the reader sees, each with its waiters. Throws `InvalidContinuationToken`. */
export async function listLocks(
  database: Database,
  namespace: string,
  filter: LockListFilter,
  reader?: LockReader,
): Promise<Page<Lock>> {
  const list = ['locks', namespace];
  const last = decodePageToken(list, filter.continuationToken, z.string());
  const { search, taskId } = filter;
  const rows = await database<LockRow[]>`
    ${selectLocks(database, reader)} where l.namespace = ${namespace} and (l.expires_on is null or l.expires_on > now())
    ${seenBy(database, reader, 'l', 't')}
    ${last === undefined ? database`` : database`and l.name > ${last}`}
    ${search === undefined ? database`` : database`and l.name ilike ${containing(search)}`}
    ${
      taskId === undefined
        ? database``
        : database`and (t.id = ${taskId} or exists (
            select from lock_waiter w join task wt on wt.key = w.task_key
            where w.namespace = l.namespace and w.name = l.name and wt.id = ${taskId} ${seenBy(database, reader, 'w', 'wt')}))`
    }
    order by l.name limit ${filter.maxPageSize + 1}`;
  return pageFrom(rows, { list, maxPageSize: filter.maxPageSize, convert: lockRecord, position: (row) => row.name });
}

/** Returns a held lock. Throws `LockNotFound` when it is free, or not seen by the reader. */
export async function readLock(
  database: Database | Transaction,
  { namespace, name }: LockAddress,
  reader?: LockReader,
): Promise<Lock> {
  const [row] = await database<LockRow[]>`
    ${selectLocks(database, reader)} where l.namespace = ${namespace} and l.name = ${name}
      and (l.expires_on is null or l.expires_on > now()) ${seenBy(database, reader, 'l', 't')}`;
  if (row === undefined) throw new TaskdeckError('LockNotFound', `nobody holds a lock "${name}"`);
  return lockRecord(row);
}

/** The condition, which begins with `and`, that a reader sees a holder or waiter: by its identity, or by its task. */
export function seenBy(
  database: Database | Transaction,
  reader: LockReader | undefined,
  row: 'l' | 'w',
  task: 't' | 'wt',
): Fragment {
  if (reader?.bounds === undefined) return database``;
  const ofTask = database`${database(task)}.key is not null ${insideBounds(database, reader.bounds, task)}`;
  return database`and (${database(row)}.identity = ${reader.identity} or ${ofTask})`;
}

function selectLocks(database: Database | Transaction, reader: LockReader | undefined) {
  return database`
    select l.name, l.owner, l.fencing_token, l.acquired_on, l.expires_on, t.id as task_id, l.run_count, l.sequence,
      q.waiting, q.waiting_count
    from held_lock l left join task t on t.key = l.task_key
      cross join lateral (
        select count(*)::integer as waiting_count, json_agg(json_build_object('owner', w.owner, 'taskId', w.task_id,
          'runCount', w.run_count, 'since', to_char(w.waiting_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by w.key) filter (where w.place <= 10) as waiting
        from (
          select w.*, wt.id as task_id, row_number() over (order by w.key) as place
          from lock_waiter w left join task wt on wt.key = w.task_key
          where w.namespace = l.namespace and w.name = l.name and (w.expires_on is null or w.expires_on > now())
            ${seenBy(database, reader, 'w', 'wt')}
        ) w
      ) q`;
}

type WaiterJson = { owner: string; since: string; taskId: string | null; runCount: number | null };

function lockRecord(row: LockRow): Lock {
  const waiting: WaiterJson[] = JSON.parse(row.waiting ?? '[]');
  return {
    name: row.name,
    owner: row.owner,
    fencingToken: row.fencing_token,
    acquiredOn: row.acquired_on,
    ...(row.expires_on !== null && { expiresOn: row.expires_on }),
    ...(row.task_id !== null && { taskId: row.task_id }),
    ...(row.run_count !== null && { runCount: row.run_count }),
    ...(row.sequence !== null && { sequence: row.sequence }),
    waiting: waiting.map(({ owner, since, taskId, runCount }) => ({
      owner,
      since,
      ...(taskId !== null && { taskId }),
      ...(runCount !== null && { runCount }),
    })),
    waitingCount: row.waiting_count,
  };
}
