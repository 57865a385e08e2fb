import { TaskdeckError } from '#contract';
import type { Database } from '#database';
import type { StoreAddress } from '../records.ts';

/** A store as it is needed to tell of its entries. */
export type ReadStore = { key: number; name: string; sensitive: readonly string[] };

/** The store of an address, read anew: its sensitive pointers must hold from the moment they are set. */
export async function findStore(
  database: Database,
  { namespace, storeName }: StoreAddress,
): Promise<ReadStore | undefined> {
  const [row] = await database<{ key: number; sensitive: string[] | null }[]>`
    select key, sensitive from state_store where namespace = ${namespace} and name = ${storeName}`;
  return row && { key: row.key, name: storeName, sensitive: row.sensitive ?? [] };
}

/** As `findStore`, or 404 `StoreNotFound`. */
export async function storeForReading(database: Database, address: StoreAddress): Promise<ReadStore> {
  const store = await findStore(database, address);
  if (store === undefined) throw noStore(address);
  return store;
}

export function noStore({ storeName }: StoreAddress): TaskdeckError {
  return new TaskdeckError('StoreNotFound', `there is no store "${storeName}"; a store begins with its first entry`);
}
