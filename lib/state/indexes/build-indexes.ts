import { type Database, indexesFirst, type Transaction } from '#database';

const batchEntries = 500;
/** Entries are locked for as long as their values are read. */
const batchBytes = 1_048_576;
const batchRemoved = 5_000;

/** Indexes of one store that are built together, because they have come to the same entry. */
type IndexRow = { keys: string[]; store_key: number; walked_to: string };

/**
 * Adds entries from before an index to it, in their order, and deletes the rows of removed indexes. Entries that are
 * saved meanwhile are in the index already. Resolves with whether there may be more. Any number of processes may do so
 * at the same time, each with another index.
 */
export async function buildIndexes(database: Database): Promise<boolean> {
  const changed = await database<{ is_new: boolean; is_removed: boolean }[]>`
    select waits_for is null as is_new, removed_on is not null as is_removed from state_index
    where ready_on is null or removed_on is not null`;
  if (changed.some((index) => index.is_new))
    await database`
      update state_index set waits_for = pg_current_xact_id() where key = any(array(
        select key from state_index where waits_for is null and (ready_on is null or removed_on is not null)
        for update skip locked))`;
  const hasBuilt = changed.some((index) => !index.is_removed) && (await database.begin(buildSome));
  const hasRemoved = changed.some((index) => index.is_removed) && (await database.begin(removeSome));
  return hasBuilt || hasRemoved;
}

/** Whether every writer in progress sees the last change of an index. */
function hasSettled(transaction: Transaction) {
  return transaction`waits_for < pg_snapshot_xmin(pg_current_snapshot())`;
}

/** Indexes the next entries of a store. */
async function buildSome(transaction: Transaction): Promise<boolean> {
  await transaction`select ${indexesFirst(transaction)}`;
  const [index] = await transaction<IndexRow[]>`
    with first as materialized (
      select store_key, walked_to from state_index
      where ready_on is null and removed_on is null and ${hasSettled(transaction)}
      order by key limit 1 for update skip locked
    ), taken as materialized (
      select x.key, first.* from first join state_index x using (store_key, walked_to)
      where x.ready_on is null and x.removed_on is null and ${hasSettled(transaction)} for update of x skip locked
    )
    select array_agg(key)::text[] as keys, store_key, walked_to from taken group by store_key, walked_to`;
  if (index === undefined) return false;
  const { ids, isLast } = await lockNext(transaction, index);
  await transaction`
    select index_state_entries(array_fill(${index.store_key}::bigint, array[${ids.length}::int]), ${ids}::text[],
      ${index.keys}::bigint[])`;
  await transaction`
    update state_index set walked_to = ${ids.at(-1) ?? index.walked_to}, indexed_count = indexed_count + ${ids.length},
      ready_on = ${isLast ? transaction`now()` : null}
    where key = any(${index.keys}::bigint[])`;
  return true;
}

/**
 * Locks the next entries against writers. It ends before an entry that a writer has locked, and waits only for the first
 * one: holding one lock while waiting for another could deadlock.
 */
async function lockNext(
  transaction: Transaction,
  { store_key, walked_to }: IndexRow,
): Promise<{ ids: string[]; isLast: boolean }> {
  const next = await transaction<{ id: string; bytes: number }[]>`
    select id, sum(value_bytes) over (rows unbounded preceding) - value_bytes as bytes from (
      select id, value_bytes from state_entry where store_key = ${store_key} and id > ${walked_to}
      order by id limit ${batchEntries}
    ) e`;
  const wanted = next.filter(({ bytes }) => bytes < batchBytes).map(({ id }) => id);
  const isFree = new Set(await lock(transaction, store_key, wanted, true));
  const taken = wanted.findIndex((id) => !isFree.has(id));
  if (taken < 0) return { ids: wanted, isLast: next.length < batchEntries && wanted.length === next.length };
  if (taken > 0) return { ids: wanted.slice(0, taken), isLast: false };
  const first = wanted.slice(0, 1);
  await lock(transaction, store_key, first, false);
  return { ids: first, isLast: false };
}

async function lock(
  transaction: Transaction,
  storeKey: number,
  ids: readonly string[],
  skipsLocked: boolean,
): Promise<string[]> {
  const rows = await transaction<{ id: string }[]>`
    select e.id from unnest(${[...ids]}::text[]) n (id)
    cross join lateral (
      select id from state_entry where store_key = ${storeKey} and id = n.id
      for key share ${skipsLocked ? transaction`skip locked` : transaction``}
    ) e`;
  return rows.map(({ id }) => id);
}

/** Deletes rows of a removed index, and then the index, when no writer in progress can still write to it. */
async function removeSome(transaction: Transaction): Promise<boolean> {
  const [index] = await transaction<{ key: number }[]>`
    select key from state_index where removed_on is not null and ${hasSettled(transaction)}
    order by key limit 1 for update skip locked`;
  if (index === undefined) return false;
  const removed = await transaction`
    delete from state_index_entry where ctid = any(array(
      select ctid from state_index_entry where index_key = ${index.key} limit ${batchRemoved}))`;
  if (removed.count < batchRemoved) await transaction`delete from state_index where key = ${index.key}`;
  return true;
}
