import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonValue, parseJson, type StateInput, stateListQuery, storePolicy } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { expireEntries } from '../housekeeping/expire-entries.ts';
import type { StoreAddress } from '../records.ts';
import { ada, entry, input, newStore, startState } from '../testing/state-fixture.ts';
import { upsertOf } from '../write/mutation.ts';
import { stateWriting } from '../write/write-mutations.ts';
import { buildIndexes } from './build-indexes.ts';

const fixture = started(startState, 'end');

type Condition = [pointer: string, operator: string, ...operands: JsonValue[]];
type Search = { conditions: Condition[]; seesHidden: boolean; orderBy?: string };

/** The ids that a search finds over all pages, and the indexes that each page used. */
async function search(store: StoreAddress, { conditions, seesHidden, orderBy = 'id asc' }: Search, maxPageSize = 4) {
  const value = conditions.map((condition) => JSON.stringify(condition));
  const ids: string[] = [];
  const used = new Set<string>();
  for (let continuationToken: string | undefined; ; ) {
    const query = stateListQuery.parse({
      value,
      orderBy,
      maxPageSize: String(maxPageSize),
      ...(continuationToken && { continuationToken }),
    });
    const page = await fixture.state.list(store, query, seesHidden);
    ids.push(...page.value.map(({ id }) => id));
    used.add(page.usedIndexes?.join(' ') ?? 'none');
    continuationToken = page.continuationToken;
    if (continuationToken === undefined) return { ids, used: [...used] };
  }
}

/** Builds until every index of the store is ready. Other transactions of the server can delay it. */
async function buildAll(store: StoreAddress): Promise<void> {
  await expect
    .poll(
      async () => {
        while (await buildIndexes(fixture.database));
        return (await fixture.state.getStore(store)).indexes?.every(({ isReady }) => isReady) ?? true;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

/** Expects that every entry has one row in each index, that there is no other row, and that none has a hidden value. */
async function expectRowsOf({ storeName }: StoreAddress): Promise<void> {
  const [row] = await fixture.database<{ missing: number; left: number; shown: number }[]>`
    select (select count(*) from state_entry e join state_index x using (store_key)
        where e.store_key = s.key and x.removed_on is null
          and not exists (select from state_index_entry i where i.index_key = x.key and i.id = e.id)) as missing,
      (select count(*) from state_index_entry i join state_index x on x.key = i.index_key
        where x.store_key = s.key and x.removed_on is null
          and not exists (select from state_entry e where e.store_key = s.key and e.id = i.id)) as left,
      (select count(*) from state_index_entry where kind = 'hidden' and (number is not null or content is not null)) as shown
    from state_store s where s.name = ${storeName}`;
  expect(row).toEqual({ missing: 0, left: 0, shown: 0 });
}

const scalar = fc.constantFrom<JsonValue>(1, 2, -1, 1.5, 100, 'a', 'b', '1', 'é', '', 'true', true, false, null);
const value = fc.letrec<{ any: JsonValue }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('any'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0'), tie('any'), { maxKeys: 3 }),
  ),
})).any;
const indexed = ['', '/a', '/b', '/a/b', '/b/0'] as const;
const pointer = fc.constantFrom(...indexed, '/a/0', '/c');
const condition = fc.oneof(
  fc.tuple(pointer, fc.constantFrom('exists', 'missing')),
  fc.tuple(pointer, fc.constantFrom('=', '!='), scalar, scalar),
  fc.tuple(pointer, fc.constantFrom('=', '!='), scalar),
  fc.tuple(pointer, fc.constant('holds'), fc.constantFrom('a', '1')),
  fc.tuple(pointer, fc.constantFrom('<', '<=', '>', '>='), fc.constantFrom<JsonValue>(1, 'a', '1', -1)),
) as fc.Arbitrary<Condition>;

const id = fc.constantFrom('a', 'b', 'c', 'd/1', 'é', '😀');
const saved: fc.Arbitrary<StateInput> = fc.record(
  {
    id,
    value,
    sensitive: fc.array(fc.constantFrom('', '/a', '/a/b', '/b/00', '/b'), { maxLength: 2 }),
    ttlInSeconds: fc.constantFrom(-1, 500),
  },
  { requiredKeys: ['id', 'value'] },
);
type Act =
  | { kind: 'save' | 'transaction'; entries: StateInput[] }
  | { kind: 'delete' | 'bulkDelete' | 'restore'; ids: string[] }
  | { kind: 'undo' | 'expire' | 'sweep' | 'build' }
  | { kind: 'index'; paths: string[] };
const entries = fc.uniqueArray(saved, { minLength: 1, maxLength: 4, selector: (one) => one.id });
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 2 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('save', 'transaction'), entries }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('delete', 'bulkDelete', 'restore'), ids }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('undo', 'expire', 'sweep', 'build') }) },
  fc.record({ kind: fc.constant('index'), paths: fc.subarray([...indexed]) }),
);

/** Does the same in each store. What is refused in one is refused in all. */
async function perform(act: Act, stores: readonly StoreAddress[], receipts: Map<StoreAddress, string>): Promise<void> {
  const { state, database } = fixture;
  for (const store of stores) {
    const receipt = await (async () => {
      if (act.kind === 'save') return (await state.bulkSave(store, act.entries.map(input), ada)).receipt;
      if (act.kind === 'transaction') {
        const upserts = act.entries.map(input);
        return (await state.transaction(store, { upserts, deletes: [] }, ada)).receipt;
      }
      if (act.kind === 'delete') return (await state.delete(entry(store, act.ids[0] ?? ''), {}, ada)).receipt;
      if (act.kind === 'bulkDelete') {
        const deletes = act.ids.map((each) => ({ id: each }));
        return (await state.bulkDelete(store, deletes, ada)).receipt;
      }
      if (act.kind === 'restore') return (await state.restore(entry(store, act.ids[0] ?? ''), 1, {}, ada)).receipt;
      const last = receipts.get(store);
      if (act.kind === 'undo' && last !== undefined) return (await state.undo(store, last, ada)).receipt;
      return undefined;
    })().catch((error) => {
      expect(error).toMatchObject({ code: expect.stringMatching(/NotFound$|^ReceiptOutdated$/) });
      return undefined;
    });
    if (receipt !== undefined) receipts.set(store, receipt);
    if (act.kind === 'expire')
      await database`
        update state_entry set expires_on = now() - interval '1 second' where expires_on is not null
          and store_key = (select key from state_store where namespace = '' and name = ${store.storeName})`;
  }
  const [first] = stores;
  if (act.kind === 'sweep') await expireEntries(database);
  if (act.kind === 'build') await buildIndexes(database);
  if (act.kind === 'index' && first !== undefined) await state.setPolicy(first, { indexedPaths: act.paths });
}

/** Searches that use the index of `/a`, that of `/b`, and none, whatever the random ones do. */
const searchesOfEachUse = (['/a', '/b', '/c'] as const).map((path) => ({
  conditions: [[path, '=', 1] satisfies Condition],
  seesHidden: true,
  orderBy: 'id asc' as const,
}));

test('a search finds the same with indexes as without, whatever happened before', async () => {
  const uses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 1, maxLength: 14 }),
      fc.array(
        fc.record({
          conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
          seesHidden: fc.boolean(),
          orderBy: fc.constantFrom('id asc', 'id desc', 'lastModifiedOn asc'),
        }),
        { minLength: 4, maxLength: 4 },
      ),
      async (acts, searches) => {
        const indexedStore = newStore();
        const scanned = newStore();
        await fixture.state.setPolicy(indexedStore, { indexedPaths: ['/a', '/b'] });
        await fixture.state.setPolicy(scanned, {});
        const receipts = new Map<StoreAddress, string>();
        for (const one of acts) await perform(one, [indexedStore, scanned], receipts);
        const compare = async () => {
          for (const asked of searches) {
            const byIndex = await search(indexedStore, asked);
            const byScan = await search(scanned, asked);
            const sorted = (found: string[]) => (asked.orderBy.startsWith('id') ? found : found.toSorted());
            expect(sorted(byIndex.ids), JSON.stringify(asked)).toEqual(sorted(byScan.ids));
            expect(byScan.used).toEqual(['none']);
            for (const one of byIndex.used) uses.add(one);
          }
        };
        await compare(); // while indexes may be unfinished
        await buildAll(indexedStore);
        await compare();
        await expectRowsOf(indexedStore);
      },
    ),
    { numRuns: 15, examples: [[[], searchesOfEachUse]] },
  );
  expect([...uses]).toEqual(expect.arrayContaining(['none', '/a', '/b']));
}, 90_000);

test('a hidden value is in no index, and found by those who may see it alone', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.setPolicy(store, { indexedPaths: ['/a', '/list/0'] });
  await buildAll(store);
  const value = { a: 'secret', list: ['secret'] };
  await state.save(store, input({ id: 'open', value }), ada);
  await state.save(store, input({ id: 'marked', value, sensitive: ['/a', '/list/00'] }), ada);
  await state.save(store, input({ id: 'whole', value, sensitive: [''] }), ada);
  for (const path of ['/a', '/list/0']) {
    const of = (seesHidden: boolean) => search(store, { conditions: [[path, '=', 'secret']], seesHidden });
    expect(await of(true)).toEqual({ ids: ['marked', 'open', 'whole'], used: [path] });
    expect(await of(false)).toEqual({ ids: ['open'], used: [path] });
  }
  const rows = await database`
    select i.id, i.kind, i.content from state_index_entry i join state_index x on x.key = i.index_key
    where x.store_key = (select key from state_store where name = ${store.storeName}) and i.id <> 'open'`;
  expect(rows).toHaveLength(4);
  for (const row of rows) expect(row).toMatchObject({ kind: 'hidden', content: null });
});

test('an index has what the last save left', async () => {
  const { state } = fixture;
  const store = newStore();
  await state.setPolicy(store, { indexedPaths: ['/a'] });
  await buildAll(store);
  const values: JsonValue[] = ['first', 'second', 1, 2, true, null, 'third', 0];
  for (const [at, a] of values.entries()) {
    await state.save(store, input({ id: 'one', value: { a } }), ada);
    const before = values[at - 1];
    const of = async (operand: JsonValue) =>
      (await search(store, { conditions: [['/a', '=', operand]], seesHidden: false })).ids;
    expect(await of(a)).toEqual(['one']);
    if (before !== undefined) expect(await of(before)).toEqual([]);
  }
  await state.save(store, input({ id: 'one', value: {} }), ada);
  expect((await search(store, { conditions: [['/a', 'missing']], seesHidden: false })).ids).toEqual(['one']);
  await expectRowsOf(store);
});

test('numbers are exact, and long texts are told apart', async () => {
  const { state } = fixture;
  const store = newStore();
  await state.setPolicy(store, { indexedPaths: ['/n', '/t'] });
  await buildAll(store);
  const texts = ['9007199254740993', '9007199254740992', '1e2', '100.0', '1e400000', '"100"', '-0'];
  for (const [index, text] of texts.entries())
    await state.save(store, input({ id: `n${index}`, value: parseJson(`{"n":${text}}`) }), ada);
  const long = 'x'.repeat(900);
  for (const end of ['a', 'b', 'c']) await state.save(store, input({ id: end, value: { t: long + end } }), ada);
  const ids = async (text: string) => {
    const page = await state.list(store, stateListQuery.parse({ value: text }), true);
    expect(page.usedIndexes).toHaveLength(1);
    return page.value.map(({ id }) => id);
  };
  expect(await ids('["/n","=",9007199254740993]')).toEqual(['n0']);
  expect(await ids('["/n",">",9007199254740992]')).toEqual(['n0']);
  expect(await ids('["/n","<",100]')).toEqual(['n6']);
  expect(await ids('["/n","<=",100]')).toEqual(['n2', 'n3', 'n6']);
  expect(await ids('["/n",">=",9007199254740993]')).toEqual(['n0']);
  expect(await ids('["/n","=",100]')).toEqual(['n2', 'n3']);
  expect(await ids('["/n","=",100,"100"]')).toEqual(['n2', 'n3', 'n5']);
  expect(await ids('["/n","=",0]')).toEqual(['n6']);
  expect(await ids(`["/t","=","${long}b"]`)).toEqual(['b']);
  expect(await ids(`["/t",">","${long}a"]`)).toEqual(['b', 'c']);
  expect(await ids(`["/t","<","${long}b"]`)).toEqual(['a']);
  const widest = '😀'.repeat(512);
  await state.save(store, input({ id: widest, value: { t: widest } }), ada);
  expect(await ids(`["/t",">=","${'😀'.repeat(400)}"]`)).toEqual([widest]);
});

test('entries that are saved while an index is built are in it', async () => {
  const { state } = fixture;
  const store = newStore();
  const batch = (round: number) =>
    Array.from({ length: 200 }, (_, n) => input({ id: `e${(n * 7 + round * 13) % 900}`, value: { n: round } }));
  for (let round = 0; round < 5; round++) await state.bulkSave(store, batch(round), ada);
  await state.setPolicy(store, { indexedPaths: ['/n'] });
  let isBuilding = true;
  const writing = async (round: number) => {
    for (let at = round; isBuilding; at += 10) {
      await state.bulkSave(store, batch(at), ada);
      await state.save(store, input({ id: `e${at % 900}`, value: { n: -at } }), ada);
      await state.delete(entry(store, `e${(at * 3) % 900}`), {}, ada);
    }
  };
  const writers = [5, 6, 7].map(writing);
  await Promise.all([buildAll(store), buildAll(store)]);
  isBuilding = false;
  await Promise.all(writers);
  const found = await search(store, { conditions: [['/n', '>', -1e9]], seesHidden: true }, 1000);
  const all = await state.list(store, stateListQuery.parse({ maxPageSize: '1000' }));
  expect(found).toEqual({ ids: all.value.map(({ id: each }) => each), used: ['/n'] });
  await expectRowsOf(store);
});

test('two policies at once leave the paths of one of them, and removed paths leave no rows', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.bulkSave(
    store,
    Array.from({ length: 30 }, (_, n) => input({ id: `e${n}`, value: { a: n, b: n } })),
    ada,
  );
  for (let round = 0; round < 10; round++) {
    const sets = [['/a'], ['/b', '/a'], ['/c'], []].map((indexedPaths) => state.setPolicy(store, { indexedPaths }));
    await Promise.all([...sets, buildIndexes(database)]);
    const { policy, indexes = [] } = await state.getStore(store);
    expect(indexes.map(({ path }) => path).toSorted()).toEqual((policy?.indexedPaths ?? []).toSorted());
  }
  await state.setPolicy(store, { indexedPaths: ['/a'] });
  await buildAll(store);
  await state.setPolicy(store, {});
  const left = () => database`
    select from state_index x left join state_index_entry i on i.index_key = x.key
    where x.store_key = (select key from state_store where name = ${store.storeName})`;
  await expect
    .poll(
      async () => {
        while (await buildIndexes(database));
        return (await left()).length;
      },
      { timeout: 60_000 },
    )
    .toBe(0);
  expect(await state.getStore(store)).not.toHaveProperty('indexes');
});

test('a writer that began before the policy and ends after it is in the index', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'a', value: { n: 1 } }), ada);
  const writing = stateWriting(database);
  await database.begin(async (transaction) => {
    const prepared = await writing.prepare([
      {
        address: store,
        change: 'save',
        isAtomic: true,
        writer: ada,
        operations: [upsertOf(input({ id: 'b', value: { n: 1 } }))],
      },
    ]);
    await writing.write(transaction, prepared);
    await state.setPolicy(store, { indexedPaths: ['/n'] });
    while (await buildIndexes(database));
    expect((await state.getStore(store)).indexes).toEqual([{ path: '/n', isReady: false, indexedCount: 0 }]);
  });
  await buildAll(store);
  expect((await state.getStore(store)).indexes).toEqual([{ path: '/n', isReady: true, indexedCount: 2 }]);
  expect(await search(store, { conditions: [['/n', '=', 1]], seesHidden: false })).toEqual({
    ids: ['a', 'b'],
    used: ['/n'],
  });
});

test('what many entries meet is found along the index, in any order, and what none meets at once', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'first', value: {} }), ada);
  const [row] = await database<{ key: number }[]>`select key from state_store where name = ${store.storeName}`;
  await database`
    insert into state_entry (store_key, id, version, change, operation, value, value_bytes, has_blob, created_on,
      created_by, modified_on, modified_by)
    select ${row?.key ?? 0}, 'n' || lpad(n::text, 6, '0'), 1, nextval('state_change'), 'save',
      json_build_object('n', n, 'm', -n, 'last', n % 2000), 20, false, now(), '{}', now(), '{}'
    from generate_series(1, 12000) n`;
  await state.setPolicy(store, { indexedPaths: ['/n', '/m', '/last'] });
  await buildAll(store);
  expect((await state.getStore(store)).indexes?.map(({ indexedCount }) => indexedCount)).toEqual([12001, 12001, 12001]);
  const list = async (conditions: Condition[], orderBy = 'id asc', more: object = {}) => {
    const value = conditions.map((one) => JSON.stringify(one));
    const page = await state.list(store, stateListQuery.parse({ value, orderBy, maxPageSize: '3', ...more }), false);
    return { ids: page.value.map(({ id: each }) => each), used: page.usedIndexes, searched: page.searchedCount ?? 0 };
  };
  const wide: Condition = ['/n', '>', 100];
  expect(await list([wide])).toMatchObject({ ids: ['n000101', 'n000102', 'n000103'], used: ['/n'] });
  expect(await list([wide], 'id desc')).toMatchObject({ ids: ['n012000', 'n011999', 'n011998'], used: ['/n'] });
  expect(await list([wide], 'lastModifiedOn asc')).toMatchObject({
    ids: ['n000101', 'n000102', 'n000103'],
    used: undefined,
  });
  expect(await list([wide], 'id asc', { prefix: 'n01' })).toMatchObject({ ids: ['n010000', 'n010001', 'n010002'] });
  const none = await list([wide, ['/m', '>', -11000], ['/n', '>', 11000]]);
  expect(none).toMatchObject({ ids: [], used: ['/n', '/m'] });
  const few = await list([wide, ['/last', '=', 7]], 'lastModifiedOn desc');
  expect(few).toMatchObject({ ids: ['n010007', 'n008007', 'n006007'], used: ['/last', '/n'] });
  expect(few.searched).toBeLessThanOrEqual(7);
  for (const [operator, than, id] of [
    ['<', 2, 'n000001'],
    ['<=', 1, 'n000001'],
    ['>', 11_999, 'n012000'],
    ['>=', 12_000, 'n012000'],
  ] as const)
    expect(await list([['/n', operator, than]], 'lastModifiedOn asc')).toMatchObject({ ids: [id], used: ['/n'] });
  expect(await list([['/last', '=', -7]])).toMatchObject({ ids: [], searched: 0, used: ['/last'] });
  expect(await list([['/n', 'missing']])).toMatchObject({ ids: ['first'], used: ['/n'] });
}, 90_000);

test.each([
  [{ indexedPaths: ['a'] }, 'JSON Pointer'],
  [{ indexedPaths: ['/a/01'] }, 'index'],
  [{ indexedPaths: ['/a', '/a'] }, 'twice'],
  [{ indexedPaths: Array.from({ length: 9 }, (_, n) => `/${n}`) }, 'indexedPaths'],
  [{ indexedPaths: ['/card/number'], sensitive: ['/card'] }, '"/card" hides'],
  [{ indexedPaths: ['/list/1'], sensitive: ['/list/01'] }, '"/list/01" hides'],
  [{ indexedPaths: ['/a'], sensitive: [''] }, 'hides'],
])('%j is refused with what is wrong', (policy, problem) => {
  expect(storePolicy.safeParse(policy).error?.issues[0]?.message).toContain(problem);
});
