import { type Database, type Transaction, textArray } from '#database';
import type { StoreAddress } from '../records.ts';
import { findStore } from '../stores/store-for-reading.ts';

/** The sensitive pointers that cover a version: its own, and those of every later version. */
export type Marks = (id: string, version: number) => string[];

/**
 * Reads the sensitive pointers of entries in all their versions. A pointer covers the values stored before it was set,
 * also when the entry was deleted and created again: a caller who may not see the value now may not see the earlier
 * ones. `includesRemoved`: also of the versions that are not kept any more.
 */
export async function readMarks(
  sql: Database | Transaction,
  storeKey: number,
  ids: readonly string[],
  { includesRemoved = false } = {},
): Promise<Marks> {
  const ofEntries = sql`store_key = ${storeKey} and id = any(${textArray(ids)}::text[])`;
  const rows = await sql<{ id: string; pointer: string; last_version: number }[]>`
    select id, pointer, max(version) as last_version
    from (
      select id, version, sensitive from state_entry where ${ofEntries}
      union all
      select id, version, sensitive from state_version where ${ofEntries}
      ${includesRemoved ? sql`union all select id, last_version, array[pointer] from state_mark where ${ofEntries}` : sql``}
    ) v, unnest(v.sensitive) pointer
    group by id, pointer order by id, pointer`;
  const byId = Map.groupBy(rows, ({ id }) => id);
  return (id, version) =>
    (byId.get(id) ?? []).filter((row) => row.last_version >= version).map(({ pointer }) => pointer);
}

/**
 * Reads what covers copies of entries that were made earlier, such as those in steps: the pointers of the store's policy,
 * of the version itself and of every later one, also when it is not kept any more. Nothing where there is no such store.
 */
export async function readCover(database: Database, address: StoreAddress, ids: readonly string[]): Promise<Marks> {
  const store = await findStore(database, address);
  if (store === undefined) return () => [];
  const marks = await readMarks(database, store.key, ids, { includesRemoved: true });
  return (id, version) => [...store.sensitive, ...marks(id, version)];
}

/** A version's row with every pointer that covers it. */
export function covered<Row extends { id: string; version: number; sensitive: string[] | null }>(
  row: Row,
  marks: Marks,
): Row {
  const sensitive = [...new Set([...(row.sensitive ?? []), ...marks(row.id, row.version)])];
  return { ...row, sensitive: sensitive.length > 0 ? sensitive : null };
}
