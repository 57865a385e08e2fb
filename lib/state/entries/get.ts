import { type StateResponse, TaskdeckError } from '#contract';
import type { StateContext } from '../context.ts';
import type { EntryAddress } from '../records.ts';
import { type EntryRow, entryColumns, entryRecord } from '../rows/entry-row.ts';
import { storeForReading } from '../stores/store-for-reading.ts';

type Row = EntryRow & { store_sensitive: string[] | null };

/** Returns an entry. Throws `StateNotFound`, and `StoreNotFound` when there is no store. */
export async function get(
  { database }: Pick<StateContext, 'database'>,
  { namespace, storeName, id }: EntryAddress,
  { includeValue = true }: { includeValue?: boolean } = {},
): Promise<StateResponse> {
  const [row] = await database<Row[]>`
    select ${entryColumns(database)}, case when ${includeValue} then e.value end as value, s.sensitive as store_sensitive
    from state_store s join state_entry e on e.store_key = s.key and e.id = ${id}
    where s.namespace = ${namespace} and s.name = ${storeName} and (e.expires_on is null or e.expires_on > now())`;
  if (row === undefined) {
    await storeForReading(database, { namespace, storeName });
    throw noEntry(storeName, id);
  }
  return entryRecord(row, { name: storeName, sensitive: row.store_sensitive ?? [] });
}

export function noEntry(storeName: string, id: string): TaskdeckError {
  return new TaskdeckError('StateNotFound', `the store "${storeName}" has no entry "${id}"`);
}
