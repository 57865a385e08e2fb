import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits, type StateListFilter, stateListQuery } from '#contract';
import { started } from '../../../contract/testing/started.ts';
import type { StoreAddress } from '../../records.ts';
import { ada, input, newStore, startState } from '../../testing/state-fixture.ts';
import { listFlat } from './list-flat.ts';
import type { ListedPage } from './listed-page.ts';
import { successor } from './prefix-range.ts';

const fixture = started(startState, 'end');

const listing = (given: Record<string, unknown> = {}): StateListFilter => stateListQuery.parse(given);

/** All pages of a list. Each except the last is full unless the filter is sparse. */
async function pagesOf(store: StoreAddress, given: Record<string, unknown>): Promise<ListedPage[]> {
  const pages: ListedPage[] = [];
  for (let token: string | undefined; pages.length === 0 || token !== undefined; ) {
    const page = await fixture.state.list(store, listing({ ...given, ...(token && { continuationToken: token }) }));
    pages.push(page);
    token = page.continuationToken;
  }
  return pages;
}

async function idsOf(store: StoreAddress, given: Record<string, unknown>): Promise<string[]> {
  return (await pagesOf(store, given)).flatMap(({ value }) => value.map(({ id }) => id));
}

async function saveAll(store: StoreAddress, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 1000)
    await fixture.state.bulkSave(
      store,
      ids.slice(at, at + 1000).map((id) => input({ id, value: id })),
      ada,
    );
}

const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const idPart = fc.constantFrom('a', 'b', 'B', 'é', '😀', '\u{10ffff}', '\ud7ff', '%', '_', '\\', '/', '//', '/a', ' ');
const anyId = fc.array(idPart, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));

test('pages of any size hold every entry once, in order, forwards and backwards, below any prefix', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyId, { minLength: 1, maxLength: 30 }),
      fc.oneof(fc.constant(undefined), idPart, anyId),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('id asc', 'id desc'),
      async (ids, prefix, maxPageSize, orderBy) => {
        const store = newStore();
        await saveAll(store, ids);
        const expected = ids.filter((id) => id.startsWith(prefix ?? '')).sort(byCodePoint);
        if (orderBy === 'id desc') expected.reverse();
        const pages = await pagesOf(store, { ...(prefix && { prefix }), maxPageSize, orderBy });
        expect(pages.flatMap(({ value }) => value.map(({ id }) => id))).toEqual(expected);
        expect(pages).toHaveLength(Math.max(1, Math.ceil(expected.length / maxPageSize)));
      },
    ),
    { numRuns: 25 },
  );
});

test('a delimiter rolls up what lies deeper, whatever the ids, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyId, { minLength: 1, maxLength: 30 }),
      fc.oneof(fc.constant(''), idPart, anyId),
      fc.constantFrom('/', '//', 'a', '😀'),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('id asc', 'id desc'),
      async (ids, prefix, delimiter, maxPageSize, orderBy) => {
        const store = newStore();
        await saveAll(store, ids);
        const expected = new Map<string, number>();
        for (const id of ids.filter((each) => each.startsWith(prefix)).sort(byCodePoint)) {
          const at = id.indexOf(delimiter, prefix.length);
          const item = at < 0 ? `entry ${id}` : `prefix ${id.slice(0, at + delimiter.length)}`;
          expected.set(item, (expected.get(item) ?? 0) + 1);
        }
        const pages = await pagesOf(store, { ...(prefix && { prefix }), delimiter, maxPageSize, orderBy });
        const found = pages.flatMap(({ value, prefixes }) => [
          ...value.map(({ id }): [string, number] => [`entry ${id}`, 1]),
          ...(prefixes ?? []).map((each): [string, number] => [`prefix ${each.prefix}`, each.entryCount]),
        ]);
        expect(found).toHaveLength(expected.size);
        expect(new Map(found)).toEqual(expected);
        for (const page of pages.slice(0, -1))
          expect(page.value.length + (page.prefixes?.length ?? 0)).toBe(maxPageSize);
      },
    ),
    { numRuns: 25 },
  );
});

test('prefixes are counted up to a hundred, and those of which all has expired do not show', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await saveAll(
    store,
    Array.from({ length: 101 }, (_, n) => `many/${n}`),
  );
  await saveAll(store, [...Array.from({ length: 100 }, (_, n) => `hundred/${n}`), 'gone/1', 'gone/2', 'z']);
  await database`update state_entry set expires_on = now() - interval '1 second' where id like 'gone/%'`;
  const page = await state.list(store, listing({ delimiter: '/' }));
  expect(page.value.map(({ id }) => id)).toEqual(['z']);
  expect(page.prefixes).toEqual([
    { prefix: 'hundred/', entryCount: 100, isCountCapped: false },
    { prefix: 'many/', entryCount: 100, isCountCapped: true },
  ]);
  await expect(state.list(store, listing({ delimiter: '/', search: 'a' }))).rejects.toMatchObject({
    code: 'InvalidRequest',
    details: [{ pointer: 'query/search' }],
  });
  await expect(state.list(store, listing({ delimiter: '/', orderBy: 'lastModifiedOn asc' }))).rejects.toMatchObject({
    details: [{ pointer: 'query/orderBy' }],
  });
});

test('the order of change is kept over pages, for times that are the same too', async () => {
  const { database } = fixture;
  const store = newStore();
  const ids = Array.from({ length: 12 }, (_, n) => `e${n}`);
  await saveAll(store, ids);
  await database`update state_entry set modified_on = '2026-01-01Z'::timestamptz + (length(id) || ' days')::interval where id like 'e%'`;
  const sorted = [...ids].sort((a, b) => a.length - b.length || byCodePoint(a, b));
  expect(await idsOf(store, { orderBy: 'lastModifiedOn asc', maxPageSize: 5 })).toEqual(sorted);
  expect(await idsOf(store, { orderBy: 'lastModifiedOn desc', maxPageSize: 5 })).toEqual(sorted.reverse());
  const between = { modifiedAfter: '2026-01-03T00:00:00Z', modifiedBefore: '2026-01-04T00:00:00Z' };
  expect(await idsOf(store, { ...between, maxPageSize: 4 })).toHaveLength(10);
  expect(await idsOf(store, { ...between, orderBy: 'lastModifiedOn asc' })).toHaveLength(10);
  expect(await idsOf(store, { modifiedAfter: '2026-01-04T00:00:00Z' })).toEqual(['e10', 'e11']);
});

test('filters find what they name', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'Ärger/100%_a', value: 1, tags: { k: 'v', l: 'w' }, ttlInSeconds: 500 }), ada);
  await state.save(store, input({ id: 'plain', value: 1, tags: { k: 'x=y' }, hasBlob: true }), ada);
  await state.save(store, input({ id: 'other', value: 1 }), ada);
  const key = '11111111-1111-4111-8111-111111111111';
  await database`insert into blob (key, content_length, content_hash, content_type) values (${key}, 1, '\\x00', 'text/plain')`;
  await database`update state_entry set blob_key = ${key} where id = 'plain'`;
  expect(await idsOf(store, { search: 'äRGER' })).toEqual(['Ärger/100%_a']);
  expect(await idsOf(store, { search: '%_' })).toEqual(['Ärger/100%_a']);
  expect(await idsOf(store, { search: '_' })).toEqual(['Ärger/100%_a']);
  expect(await idsOf(store, { tag: 'k=v' })).toEqual(['Ärger/100%_a']);
  expect(await idsOf(store, { tag: ['k=x=y', 'l=w'] })).toEqual(['plain', 'Ärger/100%_a']);
  expect(await idsOf(store, { tag: 'k=none' })).toEqual([]);
  expect(await idsOf(store, { hasBlob: 'true' })).toEqual(['plain']);
  expect(await idsOf(store, { hasBlob: 'false' })).toEqual(['other', 'Ärger/100%_a']);
  expect(await idsOf(store, { expires: 'true' })).toEqual(['Ärger/100%_a']);
  expect(await idsOf(store, { expires: 'false' })).toEqual(['other', 'plain']);
  for (const nothing of [{ prefix: 'a\u0000' }, { search: '\u0000' }, { tag: 'a=\u0000' }, { prefix: '\ud800' }])
    expect(await idsOf(store, nothing)).toEqual([]);
  const { value } = await state.list(store, listing({ hasBlob: 'true', includeValue: 'false' }));
  expect(value[0]).toMatchObject({ blob: { contentLength: 1, etag: `"${key}"`, contentType: 'text/plain' } });
  expect(value[0]).not.toHaveProperty('value');
});

test('a sparse filter finds all over short pages, and at once where an index names them', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await saveAll(store, ['first']);
  const [row] = await database<{ key: number }[]>`select key from state_store where name = ${store.storeName}`;
  await database`
    insert into state_entry (store_key, id, version, change, operation, value, value_bytes, tags, has_blob, created_on,
      created_by, modified_on, modified_by)
    select ${row?.key ?? 0}, 'n' || lpad(n::text, 6, '0'), 1, nextval('state_change'), 'save', '0', 1,
      case when n % 3000 = 0 then '{"rare":"yes"}'::jsonb end, false, '2020-01-01', '{}',
      case when n % 3000 = 0 then '2025-01-01Z'::timestamptz else '2020-01-01Z' end, '{}'
    from generate_series(1, 12000) n`;
  const rare = ['n003000', 'n006000', 'n009000', 'n012000'];
  const pages = await pagesOf(store, { search: '000' });
  expect(pages.flatMap(({ value }) => value.map(({ id }) => id)).filter((id) => rare.includes(id))).toEqual(rare);
  const few = await pagesOf(store, { search: 'n01200' });
  expect(few.length).toBeGreaterThan(1);
  expect(few.flatMap(({ value }) => value.map(({ id }) => id))).toEqual(['n012000']);
  for (const orderBy of ['id asc', 'id desc', 'lastModifiedOn asc']) {
    const tagged = await pagesOf(store, { tag: 'rare=yes', maxPageSize: 3, orderBy });
    const found = tagged.flatMap(({ value }) => value.map(({ id }) => id));
    expect(found).toEqual(orderBy === 'id desc' ? rare.toReversed() : rare);
    expect(tagged).toHaveLength(2);
  }
  const span = { modifiedAfter: '2024-01-01T00:00:00Z', modifiedBefore: '2026-01-01T00:00:00Z' };
  expect((await state.list(store, listing(span))).value.map(({ id }) => id)).toEqual(rare);
});

test('a list over short pages has every entry that stays, whatever is deleted meanwhile', async () => {
  const { database } = fixture;
  const store = newStore();
  await saveAll(store, ['first']);
  await database`
    insert into state_entry (store_key, id, version, change, operation, value, value_bytes, has_blob, created_on, created_by,
      modified_on, modified_by)
    select s.key, 'n' || lpad(n::text, 6, '0'), 1, nextval('state_change'), 'save', '0', 1, false, '2020-01-01', '{}',
      '2020-01-01Z', '{}'
    from generate_series(1, 6000) n, state_store s where s.name = ${store.storeName}`;
  const deleteFirst = () => database`
    delete from state_entry where store_key = (select key from state_store where name = ${store.storeName})
      and id between 'n000001' and 'n000900'`;
  // before what asks where the walk ended, if that is a statement of its own
  const deleting = new Proxy(database, {
    apply(target, self, parts: unknown[]) {
      const query: PromiseLike<unknown> = Reflect.apply(target, self, parts);
      const isEnd = Array.isArray(parts[0]) && parts[0].join('').includes('limit 1 offset');
      return isEnd ? deleteFirst().then(() => query) : query;
    },
  });
  const found: string[] = [];
  let continuationToken: string | undefined;
  do {
    const page = await listFlat(deleting, store, listing({ search: '5500', continuationToken }), false);
    found.push(...page.value.map(({ id }) => id));
    continuationToken = page.continuationToken;
    await deleteFirst();
  } while (continuationToken !== undefined);
  expect(found).toEqual(['n005500']);
});

test('a page holds no more bytes of values than its limit', async () => {
  const store = newStore();
  const value = 'x'.repeat(limits.stateValueBytes - 2);
  for (const id of ['a', 'b', 'c', 'd/1', 'e']) await fixture.state.save(store, input({ id, value }), ada);
  const pages = await pagesOf(store, {});
  expect(pages.map((page) => page.value.map(({ id }) => id))).toEqual([['a', 'b', 'c', 'd/1'], ['e']]);
  const rolled = await pagesOf(store, { delimiter: '/' });
  expect(rolled.map((page) => page.value.length)).toEqual([4]);
  await fixture.state.save(store, input({ id: 'f', value }), ada);
  const cut = await pagesOf(store, { delimiter: '/' });
  expect(cut.map((page) => [page.value.map(({ id }) => id), page.prefixes?.length])).toEqual([
    [['a', 'b', 'c', 'e'], 1],
    [['f'], 0],
  ]);
  expect(await pagesOf(store, { includeValue: 'false' })).toHaveLength(1);
  expect(await pagesOf(store, { includeValue: 'false', delimiter: '/' })).toHaveLength(1);
});

test('a token is of its list and filter alone; a store that is not there cannot be listed', async () => {
  const { state } = fixture;
  const store = newStore();
  await saveAll(store, ['a', 'b', 'c']);
  const { continuationToken } = await state.list(store, listing({ maxPageSize: 1 }));
  expect((await state.list(store, listing({ maxPageSize: 5, continuationToken }))).value).toHaveLength(2);
  for (const wrong of [
    { prefix: 'a', continuationToken },
    { orderBy: 'id desc', continuationToken },
    { continuationToken: 'x' },
  ])
    await expect(state.list(store, listing(wrong))).rejects.toMatchObject({ code: 'InvalidContinuationToken' });
  await expect(state.list(newStore(), listing())).rejects.toMatchObject({ code: 'StoreNotFound' });
  await expect(state.bulkGet(newStore(), { ids: ['a', 'a'] })).rejects.toMatchObject({ code: 'StoreNotFound' });
  await expect(state.bulkGet(newStore(), {})).rejects.toMatchObject({ code: 'StoreNotFound' });
  expect((await state.bulkGet(store, { prefix: 'b' })).value.map(({ id }) => id)).toEqual(['b']);
  expect((await state.bulkGet(store, undefined)).value).toHaveLength(3);
});

test('the successor of a prefix comes after all that begin with it, and before all else', () => {
  fc.assert(
    fc.property(anyId, anyId, (prefix, other) => {
      const next = successor(prefix);
      const isBelow = next === undefined || byCodePoint(other, next) < 0;
      expect(other.startsWith(prefix)).toBe(byCodePoint(other, prefix) >= 0 && isBelow);
    }),
  );
});
