import type { Database } from '#database';

const batchEntries = 500;

/**
 * Expires entries whose time is over: they become versions. Entries that a writer has locked are left for the next
 * time. Resolves with whether there may be more.
 */
export async function expireEntries(database: Database): Promise<boolean> {
  const [row] = await database<{ count: number }[]>`
    with due as materialized (
      select e.store_key, e.id from state_entry e where e.expires_on <= now()
      order by e.expires_on limit ${batchEntries} for update skip locked
    ), ended as materialized (
      select end_expired_state_entries(array_agg(store_key), array_agg(id)) from due having count(*) > 0
    )
    select (select count(*) from due) as count, (select count(*) from ended)`;
  return row?.count === batchEntries;
}
