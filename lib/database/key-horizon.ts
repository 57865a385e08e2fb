import type { Database } from './connect.ts';

/** What a statement sees of the transactions: the oldest that has not ended, and the next that will begin. */
export type Transactions = { oldest: number; next: number };

/**
 * Tells up to which keys of sequences no transaction can still commit one: keys that had been given out some time before a
 * transaction began of which all earlier ones have ended by now. Who takes a key begins to write at once, but after it.
 */
export class KeyHorizon<Keys> {
  readonly #longestWaitInMs: number;
  #given: Keys | undefined;
  #horizon: { keys: Keys; before: number; at: number } | undefined;
  #settled: Keys | undefined;
  #isHeldUp = false;

  /** When a transaction takes longer than `longestWaitInMs`, it is not waited for. */
  constructor(longestWaitInMs: number) {
    this.#longestWaitInMs = longestWaitInMs;
  }

  /** The last keys that are known to be settled. */
  get settled(): Keys | undefined {
    return this.#settled;
  }

  /** Whether an older transaction was open when this was noted last. */
  get isHeldUp(): boolean {
    return this.#isHeldUp;
  }

  /**
   * Notes the keys that are given out now, some time after the last call. `oldestWriter`: of the transactions that are open,
   * the oldest that can have a key; when it is not known, all can. Returns the keys that have become settled.
   */
  note(given: Keys, { oldest, next }: Transactions, oldestWriter = 0): Keys | undefined {
    const now = performance.now();
    const horizon = this.#horizon;
    this.#isHeldUp = horizon !== undefined && oldest < horizon.before;
    const isSettled =
      horizon !== undefined &&
      (Math.max(oldest, oldestWriter) >= horizon.before || now - horizon.at > this.#longestWaitInMs);
    if (isSettled) this.#settled = horizon.keys;
    if (isSettled || horizon === undefined) this.#horizon = this.#given && { keys: this.#given, before: next, at: now };
    this.#given = given;
    return isSettled ? horizon.keys : undefined;
  }

  /** Forgets all: a crash of the server can give keys out again. */
  forget(): void {
    this.#given = undefined;
    this.#horizon = undefined;
    this.#settled = undefined;
  }
}

/** Returns the oldest open transaction that has locked a table for writing. Without one, the next that will begin. */
export async function readOldestWriter(database: Database, table: string): Promise<number> {
  const [row] = await database<{ oldest: number }[]>`
    with lock as materialized (
      select virtualtransaction, transactionid, relation from pg_locks
      where granted and (locktype = 'transactionid' and mode = 'ExclusiveLock' or locktype = 'relation'
        and database = (select oid from pg_database where datname = current_database())
        and relation = ${table}::text::regclass and mode <> 'AccessShareLock' and mode <> 'RowShareLock')
    )
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint - coalesce(max(age(own.transactionid)), 0) as oldest
    from lock writing join lock own using (virtualtransaction)
    where writing.relation is not null and own.transactionid is not null`;
  return row?.oldest ?? 0;
}
