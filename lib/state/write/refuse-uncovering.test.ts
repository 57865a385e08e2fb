import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { ada, entry, input, newStore, startState } from '../testing/state-fixture.ts';

const fixture = started(startState, 'end');
const unseeing = { keepsMarks: true };

/** A store with an entry `a` that hides these pointers. */
async function storeWith(sensitive: readonly string[], policy: { sensitive?: string[] } = {}) {
  const store = newStore();
  await fixture.state.setPolicy(store, policy);
  await fixture.state.save(store, input({ id: 'a', value: { secret: 1, shown: 1 }, sensitive: [...sensitive] }), ada);
  return store;
}
const hiddenIn = async (store: ReturnType<typeof newStore>) => (await fixture.state.get(entry(store, 'a'))).sensitive;

test.for<[before: string[], after: string[], isAllowed: boolean]>([
  [['/secret'], [], false],
  [['/secret'], ['/shown'], false],
  [['/secret'], ['/secret/part'], false],
  [['/secret', '/shown'], ['/secret'], false],
  [['/secret'], ['/secret', '/shown'], true],
  [['/secret/part'], ['/secret'], true],
  [['/secret'], [''], true],
  [[], [], true],
])('a writer who may not see %j saves it with %j: %j', async ([before, after, isAllowed]) => {
  const store = await storeWith(before);
  const save = fixture.state.save(store, input({ id: 'a', value: 2, sensitive: after }), ada, unseeing);
  if (isAllowed) await save;
  else await expect(save).rejects.toMatchObject({ code: 'InsufficientScope' });
  expect((await hiddenIn(store)) ?? []).toEqual(isAllowed ? after : before);
  await fixture.state.save(store, input({ id: 'a', value: 3, sensitive: [] }), ada);
  expect((await hiddenIn(store)) ?? [], 'who may see it may make it visible').toEqual([]);
});

test('what the policy hides stays hidden without the pointer of the entry', async () => {
  const store = await storeWith(['/secret'], { sensitive: ['/secret'] });
  await fixture.state.save(store, input({ id: 'a', value: 2, sensitive: [] }), ada, unseeing);
  expect(await hiddenIn(store)).toEqual(['/secret']);
  await fixture.state.setPolicy(store, {});
  expect((await hiddenIn(store)) ?? [], 'it was the policy that hid it').toEqual([]);
});

test('of many, only that entry is refused, and one that is new or says no pointers is saved', async () => {
  const store = await storeWith(['/secret']);
  const { outcomes } = await fixture.state.bulkSave(
    store,
    [
      input({ id: 'new', value: 1, sensitive: [] }),
      input({ id: 'a', value: 2, sensitive: [] }),
      input({ id: 'other', value: 1 }),
    ],
    ada,
    unseeing,
  );
  expect(outcomes).toMatchObject([
    { state: { id: 'new' } },
    { failure: { index: 1, id: 'a', code: 'InsufficientScope' } },
    { state: { id: 'other' } },
  ]);
  expect(await fixture.state.get(entry(store, 'a'))).toMatchObject({ value: { secret: 1, shown: 1 }, version: 1 });
  await fixture.state.save(store, input({ id: 'a', value: 4 }), ada, unseeing);
  expect(await hiddenIn(store)).toEqual(['/secret']);
});

test('an expired entry hides nothing any more', async () => {
  const store = await storeWith(['/secret']);
  await fixture.database`update state_entry set expires_on = now() - interval '1 second' where id = 'a'
    and store_key = (select key from state_store where name = ${store.storeName})`;
  await fixture.state.save(store, input({ id: 'a', value: 2, sensitive: [] }), ada, unseeing);
  expect((await hiddenIn(store)) ?? []).toEqual([]);
});
