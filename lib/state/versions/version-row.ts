import type { StateChange, StateVersion } from '#contract';
import type { Database, Fragment } from '#database';
import { type EntryRow, entryColumns, entryRecord } from '../rows/entry-row.ts';
import { marksOfStore, type ReadStore } from '../stores/store-for-reading.ts';

/** A version of an entry: the current row, or one of `state_version`. */
export type VersionRow = EntryRow & {
  operation: StateChange;
  is_current: boolean;
  is_expired: boolean;
  store_sensitive: string[] | null;
};

/** Selects the versions of an entry that match a condition on `e`, with the current one, newest first. */
export function selectVersions(
  database: Database,
  storeKey: number,
  id: string,
  given: { condition: Fragment; limit: number; includeValue: boolean },
) {
  const value = given.includeValue ? database`e.value` : database`null::json as value`;
  const of = (table: 'state_entry' | 'state_version') => database`
    (select ${entryColumns(database)}, ${value}, e.operation, ${marksOfStore(database, storeKey)}, ${table === 'state_entry'} as is_current,
      ${table === 'state_entry' ? database`coalesce(e.expires_on <= now(), false)` : database`false`} as is_expired
    from ${database(table)} e where e.store_key = ${storeKey} and e.id = ${id} ${given.condition}
    order by e.version desc limit ${given.limit})`;
  return database`${of('state_entry')} union all ${of('state_version')} order by version desc limit ${given.limit}`;
}

export async function versionRecord(row: VersionRow, store: ReadStore): Promise<StateVersion> {
  const {
    createdOn: _,
    createdBy: __,
    receipt: ___,
    ...entry
  } = await entryRecord(row, {
    ...store,
    sensitive: row.store_sensitive ?? [],
  });
  return { ...entry, change: row.operation, isCurrent: row.is_current };
}

/** Expires an entry like the sweep, so that its versions include the expiry. */
export async function endExpired(database: Database, storeKey: number, id: string): Promise<void> {
  await database`
    with due as materialized (
      select e.store_key, e.id from state_entry e
      where e.store_key = ${storeKey} and e.id = ${id} and e.expires_on <= now() for update
    )
    select end_expired_state_entries(array_agg(store_key), array_agg(id)) from due having count(*) > 0`;
}
