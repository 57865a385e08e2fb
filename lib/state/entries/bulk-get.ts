import { limits, type StateGetBulkResponse } from '#contract';
import type { Database } from '#database';
import type { StateContext } from '../context.ts';
import type { StoreAddress } from '../records.ts';
import { type EntryRow, entryColumns, entryRecords } from '../rows/entry-row.ts';
import { marksOfStore, type ReadStore, storeForReading } from '../stores/store-for-reading.ts';
import { isVisible } from './list/conditions.ts';
import { list } from './list/list.ts';

/** Returns entries by id or prefix, as many as fit into one answer; without values, all that are asked for. Throws `StoreNotFound`. */
export async function bulkGet(
  context: StateContext,
  address: StoreAddress,
  {
    ids,
    prefix,
    includeValue = true,
  }: { ids?: string[] | undefined; prefix?: string | undefined; includeValue?: boolean } = {},
): Promise<StateGetBulkResponse> {
  const store = await storeForReading(context.database, address);
  if (ids !== undefined) return getByIds(context.database, store, { ids, includeValue });
  const { value, continuationToken } = await list(context, address, {
    prefix,
    includeValue,
    orderBy: 'id asc',
    maxPageSize: limits.bulkEntries,
  });
  return { value, missing: [], isTruncated: continuationToken !== undefined };
}

type FoundRow = EntryRow & { store_sensitive: string[] | null };

async function getByIds(
  database: Database,
  store: ReadStore,
  { ids, includeValue }: { ids: readonly string[]; includeValue: boolean },
): Promise<StateGetBulkResponse> {
  // Entries beyond the size of an answer are returned without their value, which is not read.
  const rows = await database<((FoundRow & { is_cut: boolean }) | { id: null; asked: string })[]>`
    select bounded.*, ${marksOfStore(database, store.key)}, bytes > ${limits.bulkBytes} as is_cut, case when ${includeValue} and bytes <= ${limits.bulkBytes} then whole end as value
    from (
      select ${entryColumns(database)}, n.id as asked, e.value as whole,
        sum(case when ${includeValue} then e.value_bytes else 0 end) over (order by n.place rows unbounded preceding) as bytes, n.place
      from unnest(${[...ids]}::text[]) with ordinality n (id, place)
      left join state_entry e on e.store_key = ${store.key} and e.id = n.id and ${isVisible(database)}
    ) bounded order by place`;
  const found = rows.filter((row) => row.id !== null);
  return {
    value: await entryRecords(
      found.filter((row) => !row.is_cut),
      { ...store, sensitive: found[0]?.store_sensitive ?? [] },
    ),
    missing: [...new Set(rows.flatMap((row) => (row.id === null ? row.asked : [])))],
    isTruncated: found.some((row) => row.is_cut),
  };
}
