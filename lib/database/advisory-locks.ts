import type { Transaction } from './connect.ts';

/**
 * The advisory locks of the project, by what each serialises across all processes. The numbers are arbitrary and never
 * change, so that processes of different versions exclude each other. (A lock of `AcquireLock` is a row, not an
 * advisory lock.)
 */
export const advisoryLocks = {
  /** The migration of the schema. */
  migration: 7_364_271_055,
  /** Admission to a concurrency key. */
  concurrencyKeys: 7_364_271_056,
  /** The sweep that removes runs after their retention. */
  retention: 7_364_271_057,
  /** The sweep that removes tasks after the service's age. */
  expiry: 7_364_271_160,
  /** The folding of changes into the counts of stores. */
  storeCounts: 7_364_271_058,
  /** Changes of who manages operators: two of them cannot remove each other at the same time. */
  operatorManagers: 7_364_271_059,
  /** Changes of the limits of owners. */
  quotas: 7_364_271_093,
  /** The creation of the first operator. */
  firstOperator: 7_364_271_060,
  /** The creation of the key that signs access tokens. */
  signingKey: 7_364_271_061,
  /** Who sends the audit trail to its destination. */
  auditStream: 7_364_271_068,
  /** The counting of failures into error groups, and the merging of groups. */
  errorGroups: 7_364_271_069,
  /** The evaluation of alerts, and their changes. */
  alerts: 7_364_271_070,
  /** The order of the views of an owner, and their number. */
  views: 7_364_271_074,
  /** The creation of indexes of values, and their number. */
  valueIndexes: 7_364_271_140,
  /** The number of requests of an owner that wait for an answer. */
  approvals: 7_364_271_167,
  /** Changes of secrets: of two that create one of a name, the second sees the first. */
  secrets: 7_364_271_107,
} as const;

type AdvisoryLock = keyof typeof advisoryLocks;

/** Waits for a lock and holds it to the end of the transaction. */
export async function holdLock(transaction: Transaction, lock: AdvisoryLock): Promise<void> {
  await transaction`select pg_advisory_xact_lock(${advisoryLocks[lock]})`;
}

/**
 * As `holdLock`, for a transaction of milliseconds that many wait for. PostgreSQL 17 and later end it after `limitInMs`, also
 * when its process was frozen in the middle of a request, which the limit for idle transactions does not cover.
 */
export async function holdLockBriefly(transaction: Transaction, lock: AdvisoryLock, limitInMs = 10_000): Promise<void> {
  await transaction`
    select case when current_setting('server_version_num')::int >= 170000
        then set_config('transaction_timeout', ${`${limitInMs}ms`}, true) end,
      pg_advisory_xact_lock(${advisoryLocks[lock]})`;
}

/** Takes a lock until the end of the transaction if it is free. Resolves with whether it was. */
export async function tryLock(transaction: Transaction, lock: AdvisoryLock): Promise<boolean> {
  const [row] = await transaction<{ isFree: boolean }[]>`
    select pg_try_advisory_xact_lock(${advisoryLocks[lock]}) as "isFree"`;
  return row?.isFree === true;
}
