import { expect, test } from 'vitest';
import { limits, storeListQuery } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, entry, input, newStore, startState } from '../testing/state-fixture.ts';

const fixture = started(startState, 'end');

test('an entry is made, read, replaced and deleted, and goes on counting its versions', async () => {
  const { state } = fixture;
  const store = newStore();
  const made = await state.save(store, input({ id: 'a/b', value: { n: 1 }, tags: { k: 'v' } }), ada);
  expect(made).toMatchObject({ id: 'a/b', version: 1, value: { n: 1 }, tags: { k: 'v' }, createdBy: ada });
  const { receipt, ...record } = made;
  expect(receipt).toBeTypeOf('string');
  expect(await state.get(entry(store, 'a/b'))).toEqual(record);
  const replaced = await state.save(store, input({ id: 'a/b', value: [2] }), ada);
  expect(replaced).toMatchObject({ version: 2, value: [2], createdOn: made.createdOn });
  expect(replaced.etag).not.toBe(made.etag);
  expect(await state.delete(entry(store, 'a/b'), {}, ada)).toMatchObject({ isDeleted: true });
  expect(await state.delete(entry(store, 'a/b'), {}, ada)).toEqual({ isDeleted: false });
  await expect(state.get(entry(store, 'a/b'))).rejects.toMatchObject({ code: 'StateNotFound' });
  expect((await state.save(store, input({ id: 'a/b', value: 3 }), ada)).version).toBe(4);
});

test('what a save leaves out stays as it was; what it names is replaced; who made it is told apart from who changed it', async () => {
  const { state } = fixture;
  const store = newStore();
  const address = entry(store, 'a');
  const given = { hasBlob: true, contentType: 'application/geo+json', tags: { k: 'v' }, sensitive: ['/s'] };
  const made = await state.save(store, input({ id: 'a', value: null, ttlInSeconds: 1000, ...given }), ada);
  expect(made).toMatchObject({ value: null, valueBytes: 4, ...given });
  const bob = { ...ada, name: 'bob@example.org' };
  await state.save(store, input({ id: 'a', value: 1 }), bob);
  expect(await state.get(address)).toMatchObject({
    ...given,
    expiresOn: made.expiresOn,
    createdBy: ada,
    lastModifiedBy: bob,
  });
  const cleared = { hasBlob: false, contentType: 'application/json', tags: {}, sensitive: [], ttlInSeconds: -1 };
  await state.save(store, input({ id: 'a', value: 1, ...cleared }), ada);
  const after = await state.get(address, { includeValue: false });
  expect(after).toMatchObject({ hasBlob: false, contentType: 'application/json', tags: {} });
  expect(after).not.toHaveProperty('expiresOn');
  expect(after).not.toHaveProperty('sensitive');
  expect(after).not.toHaveProperty('value');
});

test('conditions: ifMatch must be the entry as it is, create-only must find nothing; a refusal says what there is', async () => {
  const { state } = fixture;
  const store = newStore();
  const first = await state.save(store, input({ id: 'a', value: 1, ifNoneMatch: '*' }), ada);
  const second = await state.save(store, input({ id: 'a', value: 2, ifMatch: first.etag }), ada);
  const stale = state.save(store, input({ id: 'a', value: 3, ifMatch: first.etag }), ada);
  const failure = { operation: 'upsert', index: 0, id: 'a', currentEtag: second.etag };
  await expect(stale).rejects.toMatchObject({
    code: 'PreconditionFailed',
    failures: [{ ...failure, code: 'PreconditionFailed' }],
  });
  await expect(state.save(store, input({ id: 'a', value: 3, ifNoneMatch: '*' }), ada)).rejects.toMatchObject({
    code: 'StateAlreadyExists',
    failures: [{ ...failure, code: 'StateAlreadyExists' }],
  });
  await expect(state.save(store, input({ id: 'b', value: 3, ifMatch: '"of-another"' }), ada)).rejects.toMatchObject({
    code: 'PreconditionFailed',
  });
  await expect(state.delete(entry(store, 'a'), { ifMatch: first.etag }, ada)).rejects.toMatchObject({
    code: 'PreconditionFailed',
    failures: [{ ...failure, operation: 'delete', code: 'PreconditionFailed' }],
  });
  await expect(state.delete(entry(store, 'b'), { ifMatch: first.etag }, ada)).rejects.toMatchObject({
    code: 'PreconditionFailed',
  });
  await expect(state.delete(entry(store, 'a'), { ifMatch: `W/${second.etag}` }, ada)).rejects.toMatchObject({
    code: 'PreconditionFailed',
  });
  expect(await state.get(entry(store, 'a'))).toMatchObject({ value: 2, version: 2 });
  expect((await state.delete(entry(store, 'a'), { ifMatch: second.etag }, ada)).isDeleted).toBe(true);
});

test('an entity tag of a foreign format is that of no entry, the first one neither', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'a', value: 1 }), ada);
  for (const change of [0, 1]) {
    await database`
      update state_entry set change = ${change} where id = 'a'
        and store_key = (select key from state_store where name = ${store.storeName})`;
    const foreign = state.save(store, input({ id: 'a', value: 2, ifMatch: '"a1b2"' }), ada);
    await expect(foreign).rejects.toMatchObject({ code: 'PreconditionFailed' });
  }
});

test('what is refused or deletes nothing makes no store', async () => {
  const { state } = fixture;
  const store = newStore();
  await expect(state.save(store, input({ id: 'a', value: 1, ifMatch: '"1"' }), ada)).rejects.toThrow();
  await expect(state.save(store, input({ id: 'a', value: 'x'.repeat(limits.stateValueBytes) }), ada)).rejects.toThrow();
  expect(await state.delete(entry(store, 'a'), {}, ada)).toEqual({ isDeleted: false });
  const { value } = await state.listStores('', storeListQuery.parse({ search: store.storeName }));
  expect(value).toEqual([]);
  await expect(state.getStore(store)).rejects.toMatchObject({ code: 'StoreNotFound' });
  await expect(state.get(entry(store, 'a'))).rejects.toMatchObject({ code: 'StoreNotFound' });
});

test('a value that is too large is refused with the limit and its bytes', async () => {
  const { state } = fixture;
  const value = 'ä'.repeat(limits.stateValueBytes / 2);
  await expect(state.save(newStore(), input({ id: 'a', value }), ada)).rejects.toMatchObject({
    code: 'PayloadTooLarge',
    message: expect.stringMatching(/4194306 bytes.*4194304/),
  });
  const exact = value.slice(1);
  expect((await state.save(newStore(), input({ id: 'a', value: exact }), ada)).valueBytes).toBe(limits.stateValueBytes);
});

test('tags that the database cannot hold are refused and not half kept', async () => {
  const { state } = fixture;
  for (const tag of ['\u0000', '\ud800'])
    await expect(
      state.save(newStore(), input({ id: 'a', value: 1, tags: { [`x${tag}`]: tag } }), ada),
    ).rejects.toMatchObject({
      code: 'InvalidRequest',
    });
});

test('names are of their namespace', async () => {
  const { state } = fixture;
  const { storeName } = newStore();
  const own = { namespace: 'operator:op1', storeName };
  await state.save(own, input({ id: 'a', value: 'mine' }), ada);
  await expect(state.get({ namespace: '', storeName, id: 'a' })).rejects.toMatchObject({ code: 'StoreNotFound' });
  await state.save({ namespace: '', storeName }, input({ id: 'a', value: 'ours' }), ada);
  expect((await state.get({ ...own, id: 'a' })).value).toBe('mine');
  const { value } = await state.listStores('operator:op1', storeListQuery.parse({}));
  expect(value.map(({ name }) => name)).toEqual([storeName]);
});

test('ids are taken as they are', async () => {
  const { state } = fixture;
  const store = newStore();
  const ids = [
    'a/../b',
    '..%2f',
    "it's",
    '"quoted"',
    '\\',
    '{}',
    'NULL',
    '😀',
    'a b',
    '😀'.repeat(128),
    '/',
    '//',
    '\u{10ffff}',
    'é',
    'e\u0301',
  ];
  await state.bulkSave(
    store,
    ids.map((id) => input({ id, value: id })),
    ada,
  );
  const { value, missing } = await state.bulkGet(store, { ids });
  expect(missing).toEqual([]);
  expect(value.map(({ value }) => value)).toEqual(ids);
});
