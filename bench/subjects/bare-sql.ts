import { connect, type Database } from '../../lib/database/index.ts';
import { answer, medianMs, type Request } from './measure.ts';
import { bulkEntries, idOf, orderOf, pageEntries, transactionEntries } from './state-rows.ts';

/**
 * The lower limit of the cost of state: the same rows in one table, each upserted and read with one statement.
 * `WithVersions` moves replaced rows to a second table, as state does.
 */
async function open({ databaseUrl }: Request): Promise<Database> {
  const database = connect(databaseUrl);
  await database`
    create table entry (store bigint not null, id text collate "C" not null, version bigint not null, value json not null,
      value_bytes integer not null, created_on timestamptz not null, created_by json not null,
      modified_on timestamptz not null, modified_by json not null, primary key (store, id))`;
  await database`create index entry_modified on entry (store, modified_on, id)`;
  await database`create table version (like entry, superseded_on timestamptz not null default now())`;
  await database`alter table version add primary key (store, id, version)`;
  await database`create index version_age on version (superseded_on)`;
  return database;
}

const writer = JSON.stringify({ kind: 'operator', id: 'bench', name: 'bench@example.org' });

/** Half of the rows exist from the call before, half are new. Returns what a save returns. */
async function upsert(database: Database, call: number, amount: number, isVersioned = false): Promise<undefined> {
  const from = (call * amount) / 2;
  const numbers = Array.from({ length: amount }, (_, index) => from + index);
  const versions = isVersioned
    ? database`, moved as (
        insert into version (store, id, version, value, value_bytes, created_on, created_by, modified_on, modified_by)
        select e.* from given n join entry e on e.store = 1 and e.id = n.id order by e.id for update of e
      )`
    : database``;
  const rows = await database<{ id: string }[]>`
    with given as (
      select * from unnest(${numbers.map(idOf)}::text[], ${numbers.map((n) => JSON.stringify(orderOf(call + n)))}::text[])
        n (id, value)
    ) ${versions}
    insert into entry as e (store, id, version, value, value_bytes, created_on, created_by, modified_on, modified_by)
    select 1, n.id, 1, n.value::json, octet_length(n.value), now(), ${writer}, now(), ${writer}
    from given n
    on conflict (store, id) do update set version = e.version + 1, value = excluded.value,
      value_bytes = excluded.value_bytes, modified_on = excluded.modified_on, modified_by = excluded.modified_by
    returning id, version, value_bytes, created_on, created_by, modified_on, modified_by`;
  if (rows.length !== amount) throw new Error(`${rows.length} rows of ${amount}`);
  return undefined;
}

await answer({
  async bulkSave(request) {
    const database = await open(request);
    return medianMs(request.total, (call) => upsert(database, call, bulkEntries));
  },

  async transaction(request) {
    const database = await open(request);
    return medianMs(request.total, (call) => upsert(database, call, transactionEntries));
  },

  async bulkSaveWithVersions(request) {
    const database = await open(request);
    return medianMs(request.total, (call) => upsert(database, call, bulkEntries, true));
  },

  async transactionWithVersions(request) {
    const database = await open(request);
    return medianMs(request.total, (call) => upsert(database, call, transactionEntries, true));
  },

  async page(request) {
    const database = await open(request);
    for (let call = 0; call < 200; call++) await upsert(database, call, bulkEntries);
    await database`vacuum analyze entry`;
    let after = '';
    return medianMs(request.total, async () => {
      const rows = await database<{ id: string; value: string }[]>`
        select id, version, value, value_bytes, created_on, created_by, modified_on, modified_by from entry
        where store = 1 and id > ${after} order by id limit ${pageEntries}`;
      for (const { value } of rows) JSON.parse(value);
      after = rows.at(-1)?.id ?? '';
      return rows.length === pageEntries ? undefined : Number.NaN;
    });
  },
});
