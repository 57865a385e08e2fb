import { TaskdeckError } from '#contract';
import type { Database } from '#database';
import type { StoreAddress } from '../records.ts';

/** The parts of a store that are needed to show its entries. */
export type ReadStore = { key: number; name: string; sensitive: readonly string[] };

/** Reads the store of an address. It is never cached, because sensitive pointers apply from the moment they are set. */
export async function findStore(
  database: Database,
  { namespace, storeName }: StoreAddress,
): Promise<ReadStore | undefined> {
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
