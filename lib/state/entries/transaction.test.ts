import { expect, test } from 'vitest';
import { limits, stateBulkTransactionInput, storeListQuery } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, entry, input, newStore, startState } from '../testing/state-fixture.ts';

const fixture = started(startState, 'end');

const operations = stateBulkTransactionInput.parse;

test('a transaction does all of its operations under one entity tag', async () => {
  const { state } = fixture;
  const store = newStore();
  const a = await state.save(store, input({ id: 'a', value: 1 }), ada);
  const { upserted } = await state.transaction(
    store,
    operations({
      upserts: [
        { id: 'c', value: 3 },
        { id: 'b', value: 2 },
      ],
      deletes: [{ id: 'a', ifMatch: a.etag }, { id: 'x' }],
    }),
    ada,
  );
  expect(upserted.map(({ id, value, version }) => [id, value, version])).toEqual([
    ['c', 3, 1],
    ['b', 2, 1],
  ]);
  expect(new Set(upserted.map(({ etag }) => etag)).size).toBe(1);
  expect(await state.bulkGet(store, { ids: ['a', 'b', 'c'] })).toMatchObject({ missing: ['a'] });
});

test('a transaction with any refusal changes nothing and names all that was refused', async () => {
  const { state } = fixture;
  const store = newStore();
  const a = await state.save(store, input({ id: 'a', value: 1 }), ada);
  const b = await state.save(store, input({ id: 'b', value: 1 }), ada);
  const refused = state.transaction(
    store,
    operations({
      upserts: [
        { id: 'new', value: 1 },
        { id: 'a', value: 2, ifMatch: b.etag },
        { id: 'b', value: 2, ifNoneMatch: '*' },
      ],
      deletes: [{ id: 'nowhere', ifMatch: '"1"' }, { id: 'x' }],
    }),
    ada,
  );
  await expect(refused).rejects.toMatchObject({
    code: 'PreconditionFailed',
    failures: [
      { operation: 'upsert', index: 1, id: 'a', code: 'PreconditionFailed', currentEtag: a.etag },
      { operation: 'upsert', index: 2, id: 'b', code: 'StateAlreadyExists', currentEtag: b.etag },
      { operation: 'delete', index: 0, id: 'nowhere', code: 'PreconditionFailed' },
    ],
  });
  const { value, missing } = await state.bulkGet(store, { ids: ['a', 'b', 'new'] });
  expect(missing).toEqual(['new']);
  expect(value).toMatchObject([
    { etag: a.etag, value: 1 },
    { etag: b.etag, value: 1 },
  ]);
});

test('a transaction is refused for the bytes of its values together, naming both', async () => {
  const { state } = fixture;
  const store = newStore();
  const half = 'x'.repeat(limits.transactionBytes / 2);
  const upserts = [input({ id: 'a', value: half }), input({ id: 'b', value: half })];
  await expect(state.transaction(store, { upserts, deletes: [] }, ada)).rejects.toMatchObject({
    code: 'PayloadTooLarge',
    message: expect.stringMatching(/4194308 bytes.*transactionBytes.*4194304/),
  });
  const { value } = await state.listStores('', storeListQuery.parse({ search: store.storeName }));
  expect(value).toEqual([]);
  const less = [input({ id: 'a', value: half.slice(2) }), input({ id: 'b', value: half.slice(2) })];
  expect((await state.transaction(store, { upserts: less, deletes: [] }, ada)).upserted).toHaveLength(2);
  const one = [input({ id: 'a', value: half.slice(2) }), input({ id: 'b', value: half.slice(1) })];
  await expect(state.transaction(store, { upserts: one, deletes: [] }, ada)).rejects.toMatchObject({
    message: expect.stringMatching(/4194305 bytes/),
  });
});

test('a refused transaction makes no store, also where others of its operations could', async () => {
  const { state } = fixture;
  const store = newStore();
  const { upserts, deletes } = operations({
    upserts: [{ id: 'a', value: 1 }],
    deletes: [{ id: 'b', ifMatch: '"1"' }],
  });
  await expect(state.transaction(store, { upserts, deletes }, ada)).rejects.toMatchObject({
    code: 'PreconditionFailed',
  });
  await expect(state.getStore(store)).rejects.toMatchObject({ code: 'StoreNotFound' });
});

test('a bulk save answers for each entry in order, also for one that comes twice', async () => {
  const { state } = fixture;
  const store = newStore();
  const a = await state.save(store, input({ id: 'a', value: 0 }), ada);
  const { outcomes, receipt } = await state.bulkSave(
    store,
    [
      input({ id: 'z', value: 1 }),
      input({ id: 'a', value: 1, ifNoneMatch: '*' }),
      input({ id: 'z', value: 2 }),
      input({ id: 'a', value: 2, ifMatch: a.etag }),
      input({ id: 'z', value: 3, ifMatch: a.etag }),
    ],
    ada,
  );
  expect(outcomes).toMatchObject([
    { state: { id: 'z', version: 1, value: 1 } },
    { failure: { operation: 'upsert', index: 1, id: 'a', code: 'StateAlreadyExists', currentEtag: a.etag } },
    { state: { id: 'z', version: 2, value: 2 } },
    { state: { id: 'a', version: 2, value: 2 } },
    { failure: { index: 4, id: 'z', code: 'PreconditionFailed', currentEtag: outcomes[2]?.state?.etag } },
  ]);
  expect(outcomes[0]?.state?.etag).not.toBe(outcomes[2]?.state?.etag);
  const undone = await state.undo(store, receipt ?? '', ada);
  expect(undone).toMatchObject({ removed: ['z'], restored: [{ id: 'a', value: 0 }] });
});

test('a bulk save of which nothing was saved has no receipt; one that is too large is refused as a whole', async () => {
  const { state } = fixture;
  const store = newStore();
  const { outcomes, receipt } = await state.bulkSave(store, [input({ id: 'a', value: 1, ifMatch: '"1"' })], ada);
  expect(outcomes).toMatchObject([{ failure: { code: 'PreconditionFailed' } }]);
  expect(receipt).toBeUndefined();
  const four = 'x'.repeat(limits.stateValueBytes - 2);
  const entries = Array.from({ length: 5 }, (_, n) => input({ id: `e${n}`, value: four }));
  const message = `the values have ${5 * limits.stateValueBytes} bytes together, the limit (bulkBytes) is ${limits.bulkBytes}`;
  await expect(state.bulkSave(store, entries, ada)).rejects.toMatchObject({
    code: 'PayloadTooLarge',
    message,
    details: [{ pointer: '/entries', message }],
  });
  expect((await state.bulkSave(store, entries.slice(0, 4), ada)).outcomes).toHaveLength(4);
  const got = await state.bulkGet(store, { ids: ['e0', 'e1', 'x', 'e2', 'e3'] });
  expect(got).toMatchObject({ missing: ['x'], isTruncated: false });
  await state.save(store, input({ id: 'e4', value: four }), ada);
  const cut = await state.bulkGet(store, { ids: ['e0', 'e1', 'e2', 'e3', 'e4'] });
  expect([cut.value.length, cut.isTruncated]).toEqual([4, true]);
  expect(await state.bulkGet(store, { prefix: 'e' })).toMatchObject({ missing: [], isTruncated: true });
  expect(await state.bulkGet(store, { prefix: 'e0' })).toMatchObject({
    value: [{ id: 'e0', value: four }],
    missing: [],
    isTruncated: false,
  });
});

test('a bulk delete deletes each under its own condition', async () => {
  const { state } = fixture;
  const store = newStore();
  const { outcomes } = await state.bulkSave(
    store,
    ['a', 'b', 'c'].map((id) => input({ id, value: id })),
    ada,
  );
  const etag = outcomes[0]?.state?.etag;
  const answer = await state.bulkDelete(
    store,
    [{ id: 'a', ifMatch: etag }, { id: 'b', ifMatch: '"7"' }, { id: 'x' }, { id: 'c' }],
    ada,
  );
  expect(answer.outcomes).toMatchObject([
    { id: 'a', isDeleted: true },
    { id: 'b', isDeleted: false, failure: { operation: 'delete', index: 1, currentEtag: etag } },
    { id: 'x', isDeleted: false },
    { id: 'c', isDeleted: true },
  ]);
  expect((await state.bulkGet(store, { ids: ['a', 'b', 'c'] })).missing).toEqual(['a', 'c']);
  const undone = await state.undo(store, answer.receipt ?? '', ada);
  expect(undone.restored.map(({ id, value }) => [id, value])).toEqual([
    ['a', 'a'],
    ['c', 'c'],
  ]);
});

test('a transaction that found nothing to delete can be undone to no effect', async () => {
  const { state } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'kept', value: 1 }), ada);
  const { receipt } = await state.transaction(store, operations({ deletes: [{ id: 'x' }] }), ada);
  expect(await state.undo(store, receipt ?? '', ada)).toMatchObject({ restored: [], removed: [] });
  expect((await state.get(entry(store, 'kept'))).version).toBe(1);
});
