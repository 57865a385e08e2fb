import type { Database } from '#database';

const batchEntries = 500;

/**
 * Ends entries whose time is over: they become versions. What a writer holds at the moment is left for the next time.
 * Resolves with whether there may be more.
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
