import { afterAll, beforeAll, expect, test } from 'vitest';
import { ada, entry, input, newStore, type StateFixture, startState } from '../testing/state-fixture.ts';

let fixture: StateFixture;
beforeAll(async () => {
  fixture = await startState();
});
afterAll(() => fixture.end());

test('an entry is made, read, replaced and deleted, and goes on counting its versions', async () => {
  const { state } = fixture;
  const store = newStore();
  const made = await state.save(store, input({ id: 'a/b', value: { n: 1 }, tags: { k: 'v' } }), ada);
  expect(made).toMatchObject({
    id: 'a/b',
    version: 1,
    value: { n: 1 },
    tags: { k: 'v' },
    hasBlob: false,
    createdBy: ada,
  });
  const { receipt, ...record } = made;
  expect(receipt).toBeTypeOf('string');
  expect(await state.get(entry(store, 'a/b'))).toEqual(record);
  const replaced = await state.save(store, input({ id: 'a/b', value: [2] }), ada);
  expect(replaced).toMatchObject({ version: 2, value: [2], tags: { k: 'v' }, createdOn: made.createdOn });
  expect(replaced.etag).not.toBe(made.etag);
  expect(await state.delete(entry(store, 'a/b'), {}, ada)).toMatchObject({ isDeleted: true });
  expect(await state.delete(entry(store, 'a/b'), {}, ada)).toEqual({ isDeleted: false });
  await expect(state.get(entry(store, 'a/b'))).rejects.toMatchObject({ code: 'StateNotFound' });
  expect((await state.save(store, input({ id: 'a/b', value: 3 }), ada)).version).toBe(4);
});
