import type { Database, Transaction } from '#database';
import { entriesInOrder } from './value-index-row.ts';

const sizes = { first: 200, smallest: 10, largest: 2_000 };
/** A batch that takes longer is followed by a smaller one. */
const batchMs = 250;
/** The maximum number of rows that one statement removes, so that it holds no lock for long. */
const removedRows = 5_000;

type Building = { key: number; type: string | null; last_key: number | null; done_key: number };

/**
 * Returns the work of one batch: the next earlier tasks are added to an index that is being built. The place that it has
 * reached is stored with the batch, so any process continues there. Any number of processes may do so, each at another
 * index. Resolves with whether there may be more.
 */
export function valueIndexBuilder(database: Database): () => Promise<boolean> {
  let size = sizes.first;
  return async () => {
    await noteCommitted(database);
    const startedAt = performance.now();
    const isMore = await database.begin((transaction) => buildBatch(transaction, size));
    const took = performance.now() - startedAt;
    size = took > batchMs ? size / 2 : took < batchMs / 3 ? size * 2 : size;
    size = Math.round(Math.min(sizes.largest, Math.max(sizes.smallest, size)));
    return isMore;
  };
}

/**
 * Gives the indexes that are committed the number of a transaction that begins to write now. Each transaction that did not see
 * one of them has a smaller number: it wrote before it looked for indexes.
 */
async function noteCommitted(database: Database): Promise<void> {
  await database`
    update value_index set born = pg_current_xact_id() where id = any(array(
      select id from value_index where born is null for update skip locked))`;
}

async function buildBatch(transaction: Transaction, size: number): Promise<boolean> {
  const [index] = await transaction<Building[]>`
    select key, type, last_key, done_key from value_index where status = 'building'
      and (last_key is not null or born < pg_snapshot_xmin(pg_current_snapshot()))
    order by created_on, id limit 1 for update skip locked`;
  if (index === undefined) return false;
  const last = index.last_key ?? (await lastTask(transaction, index.key));
  const keys = (
    await transaction<{ key: number }[]>`
      select key from task where key > ${index.done_key} and key <= ${last}
        ${index.type === null ? transaction`` : transaction`and type = ${index.type}`}
      order by key limit ${size}`
  ).map(({ key }) => key);
  // What a trigger has written meanwhile is newer.
  await transaction`
    insert into value_entry (index_key, task_key, kind, number, body)
    select index_key, task_key, kind, number, body from value_entries_of(${keys}::bigint[], null)
    where index_key = ${index.key} order by task_key
    on conflict (task_key, index_key) do nothing`;
  const isDone = keys.length < size;
  await transaction`
    update value_index set done_key = ${isDone ? last : (keys.at(-1) ?? last)}, status = ${isDone ? 'ready' : 'building'}
    where key = ${index.key}`;
  return true;
}

/** Tasks after it are those of transactions that know the index. */
async function lastTask(transaction: Transaction, key: number): Promise<number> {
  const [row] = await transaction<{ last_key: number }[]>`
    update value_index set last_key = coalesce((select max(key) from task), 0) where key = ${key} returning last_key`;
  return row?.last_key ?? 0;
}

/** Removes entries of indexes that were deleted or are built again. Resolves with whether there may be more. */
export async function removeDeadEntries(database: Database): Promise<boolean> {
  await database`
    update dead_value_index set died = pg_current_xact_id() where key = any(array(
      select key from dead_value_index where died is null for update skip locked))`;
  return database.begin(async (transaction) => {
    const [dead] = await transaction<{ key: number; is_final: boolean }[]>`
      select key, died < pg_snapshot_xmin(pg_current_snapshot()) as is_final from dead_value_index
      order by key limit 1 for update skip locked`;
    if (dead === undefined) return false;
    const { count } = await transaction`
      delete from value_entry where ctid = any(array(
        select ctid from value_entry where index_key = ${dead.key} ${entriesInOrder(transaction)} limit ${removedRows}))`;
    if (count === removedRows) return true;
    // A transaction that began before can still add entries.
    if (dead.is_final) await transaction`delete from dead_value_index where key = ${dead.key}`;
    return dead.is_final;
  });
}
