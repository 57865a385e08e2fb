import { TaskdeckError } from '#contract';
import type { Database, Fragment } from '#database';
import type { StoreAddress } from '../records.ts';

/** The store of entries that are read. */
export type ReadStore = { key: number; name: string };

/**
 * Selects the sensitive pointers of a store as `store_sensitive`, in the statement that reads its entries: read before, they can
 * lack one that was set before a value was saved.
 */
export function marksOfStore(database: Database, storeKey: number): Fragment {
  return database`(select sensitive from state_store where key = ${storeKey}) as store_sensitive`;
}

/** Reads the store of an address with its sensitive pointers. It is never cached: pointers apply from the moment they are set. */
export async function findStore(
  database: Database,
  { namespace, storeName }: StoreAddress,
): Promise<(ReadStore & { sensitive: readonly string[] }) | undefined> {
  const [row] = await database<{ key: number; sensitive: string[] | null }[]>`
    select key, sensitive from state_store where namespace = ${namespace} and name = ${storeName}`;
  return row && { key: row.key, name: storeName, sensitive: row.sensitive ?? [] };
}

/** Like `findStore`. Throws 404 `StoreNotFound`. */
export async function storeForReading(database: Database, address: StoreAddress): Promise<ReadStore> {
  const store = await findStore(database, address);
  if (store === undefined) throw noStore(address);
  return store;
}

export function noStore({ storeName }: StoreAddress): TaskdeckError {
  return new TaskdeckError('StoreNotFound', `there is no store "${storeName}"; a store begins with its first entry`);
}
