import { type Database, type QueueFloor, tryLock } from '#database';

const batchRows = 10_000;

/** Adds the changes that writes recorded to the counts of their stores. Resolves with whether there may be more. */
export async function foldStoreChanges(database: Database, floor: QueueFloor): Promise<boolean> {
  return database.begin(async (transaction) => {
    if (!(await tryLock(transaction, 'storeCounts'))) return false;
    const [row] = await transaction<{ count: number; given: number }[]>`
      with given as materialized (
        select coalesce(pg_sequence_last_value('state_store_change_key_seq'), 0) as key
      ), taken as (
        delete from state_store_change where key = any(array(
          select key from state_store_change where key > ${floor.after} order by key limit ${batchRows}))
        returning *
      ), folded as (
        update state_store s set entry_count = s.entry_count + t.entries, value_bytes = s.value_bytes + t.value_bytes,
          blob_bytes = s.blob_bytes + t.blob_bytes, modified_on = greatest(s.modified_on, t.occurred_on)
        from (
          select store_key, sum(entries) as entries, sum(value_bytes) as value_bytes, sum(blob_bytes) as blob_bytes,
            max(occurred_on) as occurred_on
          from taken group by store_key
        ) t where s.key = t.store_key
      )
      select count(*) as count, (select key from given) as given from taken`;
    if (row === undefined || row.count === batchRows) return true;
    floor.emptied(row.given);
    return false;
  });
}
