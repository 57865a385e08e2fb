import type { Transaction } from '../connect.ts';

/** Whether another connection waits for a lock that this transaction holds. Locks of other tests on the server do not count. */
export async function isAwaited(transaction: Transaction): Promise<boolean> {
  const waiting = await transaction`
    select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid)) limit 1`;
  return waiting.length > 0;
}
