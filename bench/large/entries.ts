import { type StateWriter, stateListQuery } from '../../lib/contract/index.ts';
import { connect, type Database, migrate } from '../../lib/database/index.ts';
import { createState, type State } from '../../lib/state/index.ts';
import { median } from '../subjects/measure.ts';
import { transactionEntries } from '../subjects/state-rows.ts';

/** Entries that are written by one statement. */
const batch = 1_000_000;
const writer: StateWriter = { kind: 'operator', id: 'bench', name: 'bench' };
const calls = 40;

/**
 * Fills two stores of one database, one of `few` and one of `many` entries, and prints what the same calls take in each:
 * the size of a store must not show.
 */
export async function measureEntries(databaseUrl: string, few: number, many: number): Promise<void> {
  const database = connect(databaseUrl);
  await migrate(database);
  const start = performance.now();
  const say = (words: string) => console.error(`${((performance.now() - start) / 1_000).toFixed(0)} s: ${words}`);
  await database`drop index state_entry_modified`;
  for (const [name, total] of [
    ['few', few],
    ['many', many],
  ] as const)
    await fillStore(database, name, total, say);
  await database`set maintenance_work_mem = '2GB'`;
  await database`create index state_entry_modified on state_entry (store_key, modified_on, id) where version > 0`;
  say('index by the time of change');
  await database`vacuum analyze state_entry`;
  const [size] = await database<{ size: string }[]>`
    select pg_size_pretty(pg_total_relation_size('state_entry')) as size`;
  console.log(`${many.toLocaleString('en')} entries beside ${few.toLocaleString('en')}: ${size?.size}\n`);
  console.log('| Call | few, p50 ms | many, p50 ms |\n|---|---|---|');
  const state = createState({ database });
  for (const [words, call] of Object.entries(callsOf(state))) {
    const times: number[] = [];
    for (const [name, total] of [
      ['few', few],
      ['many', many],
    ] as const) {
      const taken: number[] = [];
      for (let n = 0; n < calls; n += 1) {
        const before = performance.now();
        await call({ namespace: '', storeName: name }, Math.floor((total * (n + 0.5)) / calls), n);
        taken.push(performance.now() - before);
      }
      times.push(median(taken));
    }
    console.log(`| ${words} | ${times.map((time) => time.toFixed(1)).join(' | ')} |`);
  }
  await database.end();
}

type Call = (address: { namespace: string; storeName: string }, place: number, n: number) => Promise<unknown>;

/** What is measured: each call goes to another place of the store. */
function callsOf(state: State): Record<string, Call> {
  const list = (address: Parameters<Call>[0], query: Record<string, string>) =>
    state.list(address, stateListQuery.parse({ maxPageSize: '100', ...query }));
  return {
    'one entry': (address, place) => state.get({ ...address, id: idOf(place) }),
    'page of 100 with values, by prefix': (address, place) =>
      list(address, { prefix: `region-${place % 10}/shop-${Math.floor(place / 10) % 10}/` }),
    'page of 100, newest first': (address) => list(address, { orderBy: 'lastModifiedOn desc' }),
    'roll-up of the first level': (address) => list(address, { delimiter: '/', includeValue: 'false' }),
    'roll-up of the second level': (address, place) =>
      list(address, { delimiter: '/', includeValue: 'false', prefix: `region-${place % 10}/` }),
    'search by value, a page': (address, place) => list(address, { value: JSON.stringify(['/amount', '=', place]) }),
    'save of one entry': (address, place, n) => state.save(address, { id: idOf(place), value: { amount: n } }, writer),
    'transaction of 100, half of them new': (address, place, n) =>
      state.transaction(
        address,
        {
          upserts: Array.from({ length: transactionEntries }, (_, at) => ({
            id: at % 2 === 0 ? idOf(place + at) : `new-${n}-${at}`,
            value: { amount: at },
          })),
          deletes: [],
        },
        writer,
      ),
  };
}

/** An id two levels below its root: ten regions with ten shops each. */
function idOf(n: number): string {
  return `region-${n % 10}/shop-${Math.floor(n / 10) % 10}/order-${String(n).padStart(9, '0')}`;
}

/** Writes the entries in the order of their ids, as an index takes them fastest. */
async function fillStore(database: Database, name: string, total: number, say: (words: string) => void): Promise<void> {
  const [store] = await database<{ key: number }[]>`
    insert into state_store (namespace, name, entry_count) values ('', ${name}, ${total}) returning key`;
  const inShop = total / 100;
  const shopsAtOnce = Math.max(1, Math.floor(batch / inShop));
  for (let shop = 0; shop < 100; shop += shopsAtOnce) {
    await database.begin(async (transaction) => {
      await transaction`set local synchronous_commit = off`;
      await transaction`
        insert into state_entry (store_key, id, version, change, operation, value, value_bytes, has_blob, created_on,
          created_by, modified_on, modified_by)
        select ${store?.key ?? 0}, 'region-' || n % 10 || '/shop-' || n / 10 % 10 || '/order-' || lpad(n::text, 9, '0'), 1,
          nextval('state_change'), 'save', v.value::json, octet_length(v.value), false, now(), ${JSON.stringify(writer)},
          now() - interval '1 ms' * n, ${JSON.stringify(writer)}
        from generate_series(${shop}::int, ${Math.min(99, shop + shopsAtOnce - 1)}::int) shop,
          generate_series(0, ${inShop - 1}::bigint) place,
          lateral (select shop / 10 + 10 * (shop % 10) + 100 * place as n) numbered,
          lateral (select '{"amount":' || n || '}' as value) v`;
    });
    if (shop % 10 === 0) say(`${name}: ${(shop * inShop).toLocaleString('en')} entries`);
  }
}
