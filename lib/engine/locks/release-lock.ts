import { TaskdeckError } from '#contract';
import { type Database, inTransaction } from '#database';
import { lockLost } from './acquire-lock.ts';
import type { LockAddress } from './locks.ts';

/** With `fencingToken` only the lock that is held under it; with `identity` only where that is the holder. */
export type LockRelease = { fencingToken?: number | undefined; identity?: string | undefined };

/**
 * Frees a lock and lets the next in line have it. A free lock is no error; one that is held under another token is 409
 * `LockLost`, one of another holder 403 `InsufficientScope`.
 */
export async function releaseLock(
  database: Database,
  { namespace, name }: LockAddress,
  { fencingToken, identity }: LockRelease,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await transaction`select guard_lock_name(${namespace}, ${name})`;
    const [held] = await transaction<{ fencing_token: number; identity: string; owner: string }[]>`
      select fencing_token, identity, owner from held_lock where namespace = ${namespace} and name = ${name}
        and (expires_on is null or expires_on > now())`;
    if (held === undefined) return;
    if (fencingToken !== undefined && held.fencing_token !== fencingToken) throw lockLost(name, fencingToken);
    if (identity !== undefined && held.identity !== identity)
      throw new TaskdeckError(
        'InsufficientScope',
        `${held.owner} holds lock "${name}", and only they may release it so`,
      );
    await transaction`select release_lock(${namespace}, ${name}, ${held.fencing_token}::bigint)`;
  });
}
