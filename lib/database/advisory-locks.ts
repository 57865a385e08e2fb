import type { Transaction } from './connect.ts';

/**
 * The advisory locks of the project by what each serialises over all processes. The numbers mean nothing and never
 * change, so that processes of different versions exclude each other. (A lock of `AcquireLock` is a row, not one of these.)
 */
export const advisoryLocks = {
  /** The migration of the schema. */
  migration: 7_364_271_055,
  /** Who is admitted to a concurrency key. */
  concurrencyKeys: 7_364_271_056,
  /** The sweep that removes runs after their retention. */
  retention: 7_364_271_057,
  /** The folding of changes into the counts of stores. */
  storeCounts: 7_364_271_058,
  /** Who may manage operators: of two, only one can remove the other. */
  operatorManagers: 7_364_271_059,
  /** The creation of the first operator. */
  firstOperator: 7_364_271_060,
  /** The choice of the key that signs access tokens. */
  signingKey: 7_364_271_061,
} as const;

export type AdvisoryLock = keyof typeof advisoryLocks;

/** Waits for a lock and holds it to the end of the transaction. */
export async function holdLock(transaction: Transaction, lock: AdvisoryLock): Promise<void> {
  await transaction`select pg_advisory_xact_lock(${advisoryLocks[lock]})`;
}

/** Takes a lock to the end of the transaction where it is free. Resolves with whether it was. */
export async function tryLock(transaction: Transaction, lock: AdvisoryLock): Promise<boolean> {
  const [row] = await transaction<{ isFree: boolean }[]>`
    select pg_try_advisory_xact_lock(${advisoryLocks[lock]}) as "isFree"`;
  return row?.isFree === true;
}
