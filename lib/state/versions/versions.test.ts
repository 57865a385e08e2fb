import { expect, test } from 'vitest';
import { limits, stateVersionListQuery } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, entry, input, newStore, startState } from '../testing/state-fixture.ts';

const fixture = started(startState, 'end');

const listing = (given: Record<string, unknown> = {}) => stateVersionListQuery.parse(given);

test('versions tell what an entry was; each can be restored, also of a deleted entry', async () => {
  const { state } = fixture;
  const store = newStore();
  const address = entry(store, 'a');
  await state.save(store, input({ id: 'a', value: { n: 1 }, tags: { first: 'yes' } }), ada);
  await state.save(store, input({ id: 'a', value: { n: 2 }, tags: {} }), ada);
  await state.delete(address, {}, ada);
  const { value } = await state.listVersions(address, listing({ includeValue: 'true' }));
  expect(value.map(({ version, change, isCurrent, value }) => ({ version, change, isCurrent, value }))).toEqual([
    { version: 3, change: 'delete', isCurrent: false, value: undefined },
    { version: 2, change: 'save', isCurrent: false, value: { n: 2 } },
    { version: 1, change: 'save', isCurrent: false, value: { n: 1 } },
  ]);
  expect(await state.getVersion(address, 1)).toMatchObject({ value: { n: 1 }, tags: { first: 'yes' } });
  await expect(state.getVersion(address, 9)).rejects.toMatchObject({ code: 'StateVersionNotFound' });
  await expect(state.restore(address, 3, {}, ada)).rejects.toMatchObject({ code: 'StateVersionNotFound' });
  const restored = await state.restore(address, 1, {}, ada);
  expect(restored).toMatchObject({ version: 4, value: { n: 1 }, tags: { first: 'yes' } });
  expect(await state.get(address)).toMatchObject({ version: 4, value: { n: 1 } });
  const first = await state.listVersions(address, listing({ maxPageSize: 2 }));
  expect(first.value.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
    [4, true],
    [3, false],
  ]);
  const second = await state.listVersions(
    address,
    listing({ maxPageSize: 2, continuationToken: first.continuationToken }),
  );
  expect(second.value.map(({ version }) => version)).toEqual([2, 1]);
  expect(second.continuationToken).toBeUndefined();
});

test('a change is undone by its receipt as a whole, and the undoing too', async () => {
  const { state } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'kept', value: 'before', tags: { t: '1' } }), ada);
  await state.save(store, input({ id: 'gone', value: 'was here' }), ada);
  const { receipt } = await state.transaction(
    store,
    {
      upserts: [input({ id: 'kept', value: 'after', tags: {} }), input({ id: 'new', value: 1 })],
      deletes: [{ id: 'gone' }],
    },
    ada,
  );
  const undone = await state.undo(store, receipt ?? '', ada);
  expect(undone.removed).toEqual(['new']);
  expect(undone.restored.map(({ id, value }) => [id, value]).sort()).toEqual([
    ['gone', 'was here'],
    ['kept', 'before'],
  ]);
  expect(await state.get(entry(store, 'kept'))).toMatchObject({ value: 'before', tags: { t: '1' } });
  await expect(state.get(entry(store, 'new'))).rejects.toMatchObject({ code: 'StateNotFound' });
  await expect(state.undo(store, receipt ?? '', ada)).rejects.toMatchObject({ code: 'ReceiptOutdated' });

  const redone = await state.undo(store, undone.receipt ?? '', ada);
  expect(redone.removed).toEqual(['gone']);
  expect(redone.restored.map(({ id }) => id).sort()).toEqual(['kept', 'new']);
  await expect(state.get(entry(store, 'gone'))).rejects.toMatchObject({ code: 'StateNotFound' });
});

test('a save is not undone where the entry was saved again since', async () => {
  const { state } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'a', value: 1 }), ada);
  const { receipt = '' } = await state.save(store, input({ id: 'a', value: 2 }), ada);
  const { etag } = await state.save(store, input({ id: 'a', value: 3 }), ada);
  await expect(state.undo(store, receipt, ada)).rejects.toMatchObject({
    code: 'ReceiptOutdated',
    failures: [{ id: 'a', code: 'ReceiptOutdated' }],
  });
  expect(await state.get(entry(store, 'a'))).toMatchObject({ value: 3, etag });
});

test('a deletion is not undone where the entry was made again since, also where that is deleted by now', async () => {
  const { state } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'a', value: 1 }), ada);
  const { receipt = '' } = await state.delete(entry(store, 'a'), {}, ada);
  await state.save(store, input({ id: 'a', value: 2 }), ada);
  await expect(state.undo(store, receipt, ada)).rejects.toMatchObject({ code: 'ReceiptOutdated' });
  expect((await state.get(entry(store, 'a'))).value).toBe(2);
  await state.delete(entry(store, 'a'), {}, ada);
  await expect(state.undo(store, receipt, ada)).rejects.toMatchObject({ code: 'ReceiptOutdated' });
  await expect(state.get(entry(store, 'a'))).rejects.toMatchObject({ code: 'StateNotFound' });
});

test('a bulk delete larger than any request is undone too, without telling the values', async () => {
  const { state } = fixture;
  const store = newStore();
  const ids = ['a', 'b', 'c', 'd', 'e'];
  for (const id of ids) await state.save(store, input({ id, value: id.repeat(limits.stateValueBytes - 2) }), ada);
  const { receipt } = await state.bulkDelete(
    store,
    ids.map((id) => ({ id })),
    ada,
  );
  const undone = await state.undo(store, receipt ?? '', ada);
  expect(undone.restored.map(({ id, value }) => [id, value])).toEqual(ids.map((id) => [id, undefined]));
  expect((await state.get(entry(store, 'e'))).value).toBe('e'.repeat(limits.stateValueBytes - 2));
  expect((await state.undo(store, undone.receipt ?? '', ada)).removed).toEqual(ids);
});

test('a receipt is of its store; garbage is none', async () => {
  const { state } = fixture;
  const [store, another] = [newStore(), newStore()];
  const { receipt } = await state.save(store, input({ id: 'a', value: 1 }), ada);
  await state.save(another, input({ id: 'a', value: 1 }), ada);
  for (const wrong of [receipt ?? '', 'garbage', 'WzEsMl0'])
    await expect(state.undo(another, wrong, ada)).rejects.toMatchObject({ code: 'InvalidRequest' });
  await expect(state.undo(newStore(), receipt ?? '', ada)).rejects.toMatchObject({ code: 'StoreNotFound' });
});

test('a receipt that this service did not write is refused, not tried', async () => {
  const { state } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'a', value: 1 }), ada);
  const { receipt } = await state.save(store, input({ id: 'a', value: 2 }), ada);
  const [storeKey, [part]] = JSON.parse(Buffer.from(receipt ?? '', 'base64url').toString());
  for (const parts of [[part, part], [['a\u0000', 1, 1, 0, 0]]]) {
    const forged = Buffer.from(JSON.stringify([storeKey, parts])).toString('base64url');
    await expect(state.undo(store, forged, ada)).rejects.toMatchObject({ code: 'InvalidRequest' });
  }
  expect((await state.undo(store, receipt ?? '', ada)).restored).toMatchObject([{ id: 'a', value: 1 }]);
});
