import { TaskdeckError } from '#contract';
import { type Database, inTransaction } from '#database';
import { lockLost } from './acquire-lock.ts';
import { type LockReader, seenBy } from './list-locks.ts';
import type { LockAddress } from './locks.ts';

/**
 * With `fencingToken`, only a lock held under it. With `identity`, only when that is the holder. `onRelease` is called
 * with the identity that held the lock, before the release is committed.
 */
type LockRelease = {
  fencingToken?: number | undefined;
  identity?: string | undefined;
  onRelease?: (holder: string) => void;
};

/**
 * Releases a lock and passes it to the next in line. A free lock is no error, nor is one that the reader does not see,
 * which stays held. Throws 409 `LockLost` for a lock held under another token and 403
 * `InsufficientScope` for another holder's lock.
 */
export async function releaseLock(
  database: Database,
  { namespace, name }: LockAddress,
  { fencingToken, identity, onRelease }: LockRelease,
  reader?: LockReader,
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    await transaction`select guard_lock_name(${namespace}, ${name})`;
    const [held] = await transaction<{ fencing_token: number; identity: string; owner: string }[]>`
      select l.fencing_token, l.identity, l.owner from held_lock l left join task t on t.key = l.task_key
      where l.namespace = ${namespace} and l.name = ${name} and (l.expires_on is null or l.expires_on > now())
        ${seenBy(transaction, reader, 'l', 't')}`;
    if (held === undefined) return;
    if (fencingToken !== undefined && held.fencing_token !== fencingToken) throw lockLost(name, fencingToken);
    if (identity !== undefined && held.identity !== identity)
      throw new TaskdeckError(
        'InsufficientScope',
        `${held.owner} holds lock "${name}", and only they may release it so`,
      );
    await transaction`select release_lock(${namespace}, ${name}, ${held.fencing_token}::bigint)`;
    onRelease?.(held.identity);
  });
}
