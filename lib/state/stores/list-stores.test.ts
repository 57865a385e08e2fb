import { beforeAll, expect, test } from 'vitest';
import { limits, storeListQuery } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, input, startState } from '../testing/state-fixture.ts';

const names = ['a-one', 'b.two', 'b_two', 'c', 'one-two'];

const fixture = started(startState, 'end');
beforeAll(async () => {
  for (const storeName of names.toReversed()) {
    await fixture.state.save({ namespace: '', storeName }, input({ id: 'e', value: 1 }), ada);
    await fixture.state.save(
      { namespace: 'operator:op1', storeName: `own-${storeName}` },
      input({ id: 'e', value: 1 }),
      ada,
    );
  }
});

const list = (given: object) => fixture.state.listStores('', storeListQuery.parse(given));
const namesOf = async (given: object) => (await list(given)).value.map(({ name }) => name);

test('stores come by name, page by page, each once, and no one else’s', async () => {
  for (const maxPageSize of [1, 2, 5, 6]) {
    const found: string[] = [];
    let pages = 0;
    for (let continuationToken: string | undefined; pages === 0 || continuationToken !== undefined; pages++) {
      const page = await list({ maxPageSize, ...(continuationToken && { continuationToken }) });
      found.push(...page.value.map(({ name }) => name));
      continuationToken = page.continuationToken;
    }
    expect([found, pages]).toEqual([names, Math.ceil(names.length / maxPageSize)]);
  }
});

test('a search finds part of a name, whatever its case; no character stands for others', async () => {
  expect(await namesOf({ search: 'TWO' })).toEqual(['b.two', 'b_two', 'one-two']);
  expect(await namesOf({ search: 'one' })).toEqual(['a-one', 'one-two']);
  expect(await namesOf({ search: 'b_' })).toEqual(['b_two']);
  expect(await namesOf({ search: '%' })).toEqual([]);
  expect(await namesOf({ search: '\u0000' })).toEqual([]);
});

test('a token is of its search alone', async () => {
  const { continuationToken } = await list({ search: 'two', maxPageSize: 1 });
  expect((await list({ search: 'two', continuationToken })).value.map(({ name }) => name)).toEqual([
    'b_two',
    'one-two',
  ]);
  await expect(list({ search: 'one', continuationToken })).rejects.toMatchObject({ code: 'InvalidContinuationToken' });
  await expect(list({ continuationToken })).rejects.toMatchObject({ code: 'InvalidContinuationToken' });
});

test('a page is shorter where policies are large, and goes on', async () => {
  const namespace = 'operator:large';
  const schema = { enum: ['x'.repeat(limits.schemaBytes - 100)] };
  const all = Array.from({ length: limits.pageBytes / limits.schemaBytes + 4 }, (_, at) => `large-${at + 100}`);
  for (const storeName of all) await fixture.state.setPolicy({ namespace, storeName }, { schema });
  const ofPage = (continuationToken?: string) =>
    fixture.state.listStores(namespace, storeListQuery.parse({ ...(continuationToken && { continuationToken }) }));
  const first = await ofPage();
  const second = await ofPage(first.continuationToken);
  expect(first.value.length).toBeGreaterThan(2);
  expect(second.value.length).toBeGreaterThan(2);
  expect([...first.value, ...second.value].map(({ name }) => name)).toEqual(all);
  expect(second.continuationToken).toBeUndefined();
});
