import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { ada, entry, input, newStore, startState } from '../testing/state-fixture.ts';

const fixture = started(startState, 'end');

const eve = { kind: 'operator' as const, id: 'eve', name: 'eve' };
const slowSchema = { properties: { a: { pattern: '^(a+)+$' } } };
/** Takes the whole budget of a check, and is refused then. */
const slowText = `${'a'.repeat(60)}!`;

/** Whether something has ended, without waiting for it. */
const isOver = (work: Promise<unknown>) =>
  Promise.race([work.then(...[() => true, () => true]), new Promise((resolve) => setImmediate(resolve, false))]);

async function slowStore() {
  const store = newStore();
  await fixture.state.save(store, input({ id: 'x', value: { a: 'aa', s: 'hidden', n: 0 }, sensitive: ['/s'] }), ada);
  await fixture.state.setPolicy(store, { schema: slowSchema });
  return store;
}

test('saves that are slow to check hold up no other save', async () => {
  const { state } = fixture;
  const store = await slowStore();
  const slow = Array.from({ length: 2 }, (_, at) =>
    state.save(store, input({ id: `s${at}`, value: { a: slowText } }), eve),
  );
  const all = Promise.allSettled(slow);
  const other = newStore();
  for (const value of [1, 2, 3]) await state.save(other, input({ id: 'b', value }), ada);
  expect(await isOver(all)).toBe(false);
  expect((await all).map(({ status }) => status)).toEqual(slow.map(() => 'rejected'));
});

test('a slow check of a value with markers holds no lock, and is made again when its entry changed meanwhile', async () => {
  const { state } = fixture;
  const store = await slowStore();
  const marked = (a: string) => input({ id: 'x', value: { a, s: { $redacted: true } } });
  const slow = state.save(store, marked(slowText), eve);
  const settled = slow.catch((error: unknown) => error);
  await state.save(store, input({ id: 'x', value: { a: 'aaa', s: 'hidden', n: 1 } }), ada);
  expect(await isOver(settled)).toBe(false);
  expect(await settled).toMatchObject({ code: 'StateSchemaViolation' });
  expect(await state.get(entry(store, 'x'))).toMatchObject({ version: 2 });
  const saved = await state.save(store, marked('aaaa'), eve);
  expect(saved).toMatchObject({ version: 3, value: { a: 'aaaa', s: 'hidden' } });
});

test('values with markers that are saved at the same time are all written', async () => {
  const { state } = fixture;
  const store = await slowStore();
  await state.setPolicy(store, { schema: { properties: { s: { type: 'string', pattern: '^h' } } } });
  const saves = Array.from({ length: 8 }, (_, at) =>
    state.save(store, input({ id: 'x', value: { a: 'a', s: { $redacted: true }, n: at } }), eve),
  );
  await Promise.all(saves);
  expect(await state.get(entry(store, 'x'))).toMatchObject({ version: 9, value: { s: 'hidden' } });
});
