import { type Database, inTransaction } from '#database';
import { lockLost } from './acquire-lock.ts';
import type { LockAddress } from './locks.ts';

/**
 * Frees a lock and lets the next in line have it. With a fencing token only the lock that is held under it: 409
 * `LockLost` where it is another's by now; a free lock is no error.
 */
export async function releaseLock(
  database: Database,
  { namespace, name }: LockAddress,
  fencingToken: number | undefined,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const [row] = await transaction<{ released: boolean }[]>`
      select release_lock(${namespace}, ${name}, ${fencingToken ?? null}::bigint) as released`;
    if (row?.released === true || fencingToken === undefined) return;
    const [other] = await transaction`
      select from held_lock where namespace = ${namespace} and name = ${name}
        and (expires_on is null or expires_on > now())`;
    if (other !== undefined) throw lockLost(name, fencingToken);
  });
}
