import type { PipelinePolicy } from '@azure/core-rest-pipeline';
import { beforeAll, expect, it } from 'vitest';
import { TaskClient, type TaskClientOptions } from '#client';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../../service/testing/test-service.ts';
import { versionOf } from './entry-params.ts';
import {
  nullIfAsked,
  nullWhereMissing,
  readEntries,
  readEntry,
  readRows,
  readStores,
  readTree,
  readVersion,
  readVersions,
} from './read-state.ts';

const service = started(startTestService, 'close');
let client: TaskClient;
beforeAll(async () => {
  client = new TaskClient(service.url, { key: service.allKey });
});

it('reads pages of a store, and says how far a search by value has come', async () => {
  for (const total of [1, 2, 3])
    await client.getStateClient().saveStateAsync('orders', { id: `o${total}`, value: { total } });
  const read = (query: Record<string, string>) =>
    readEntries(client, new URLSearchParams({ store: 'orders', ...query }), {});
  const first = await read({ maxPageSize: '2' });
  expect(first.value.map(({ id, preview }) => [id, preview])).toEqual([
    ['o1', '{"total":1}'],
    ['o2', '{"total":2}'],
  ]);
  expect(first.searchedCount).toBeUndefined();
  const second = await read({ maxPageSize: '2', continuationToken: first.continuationToken ?? '' });
  expect(second).toMatchObject({ value: [{ id: 'o3' }] });
  expect(second.continuationToken).toBeUndefined();
  expect(await read({ value: '["/total",">",1]' })).toMatchObject({
    value: [{ id: 'o2' }, { id: 'o3' }],
    searchedCount: 3,
  });
  expect(await read({ store: 'none' })).toEqual({ value: [] });
});

it('shows an entry that changes while its list is read as it is then, with the beginning of its value', async () => {
  const state = client.getStateClient();
  await state.saveStateAsync('busy', { id: 'counter', value: { count: 1 } });
  const beforeValues: PipelinePolicy = {
    name: 'change the entry before its value is read',
    async sendRequest(request, next) {
      if (request.url.includes('/bulk-get')) await state.saveStateAsync('busy', { id: 'counter', value: { count: 2 } });
      return next(request);
    },
  };
  const options: TaskClientOptions = { additionalPolicies: [{ position: 'perCall', policy: beforeValues }] };
  const writing = new TaskClient(service.url, { key: service.allKey }, options);
  const page = await readEntries(writing, new URLSearchParams({ store: 'busy' }), {});
  expect(page.value).toMatchObject([{ id: 'counter', version: 2, preview: '{"count":2}' }]);
});

const params = (query: Record<string, string>) => new URLSearchParams(query);
const missing = { store: 'none', id: 'none' };

it('reads stores by page, and entries by id, those that are gone left out', async () => {
  const state = client.getStateClient();
  for (const store of ['by-id', 'by-page']) await state.saveStateAsync(store, { id: 'a', value: 1 });
  const page = await readStores(client, params({ search: 'by-', maxPageSize: '1' }), {});
  expect([page.value.map(({ name }) => name), page.continuationToken]).toEqual([['by-id'], expect.any(String)]);
  const rows = new URLSearchParams('store=by-id&id=none&id=a');
  expect(await readRows(client, rows, {})).toMatchObject([{ id: 'a', preview: '1' }]);
  expect(await readRows(client, params({ store: 'by-id' }), {})).toEqual([]);
  expect(() => readVersions(client, params({ store: 'by-id' }), {})).toThrow('Say which id.');
  await expect(readRows(client, params({ store: '' }), {})).rejects.toThrow('Say which store.');
});

it('reads a level of the tree', async () => {
  const state = client.getStateClient();
  for (const id of ['a/b', 'a/c/d', 'e']) await state.saveStateAsync('tree', { id, value: 1 });
  const level = (query: Record<string, string>) => readTree(client, params({ store: 'tree', ...query }), {});
  const entry = (id: string) => ({ id, hasBlob: false });
  const prefix = (name: string, entryCount: number) => ({ prefix: name, entryCount, isCountCapped: false });
  expect(await level({})).toEqual({ prefixes: [prefix('a/', 2)], entries: [entry('e')] });
  expect(await level({ prefix: 'a/' })).toEqual({ prefixes: [prefix('a/c/', 1)], entries: [entry('a/b')] });
  const first = await level({ maxPageSize: '1' });
  expect(first).toMatchObject({ prefixes: [prefix('a/', 2)], entries: [] });
  const next = await level({ maxPageSize: '1', continuationToken: first.continuationToken ?? '' });
  expect(next).toEqual({ prefixes: [], entries: [entry('e')] });
  expect(await readTree(client, params({ store: 'none' }), {})).toEqual({ prefixes: [], entries: [] });
});

it('reads an entry and its versions, with small values alone', async () => {
  const state = client.getStateClient();
  await state.saveStateAsync('versions', { id: 'a', value: { n: 1 } });
  await state.saveStateAsync('versions', { id: 'a', value: 'x'.repeat(2 ** 20) });
  const entry = params({ store: 'versions', id: 'a' });
  expect((await readVersions(client, entry, {})).value.map(({ version }) => version)).toEqual([2, 1]);
  const large = await readEntry(client, 'versions', 'a', {});
  expect(large).toMatchObject({ id: 'a', shown: { kind: 'held', bytes: 2 ** 20 + 2 } });
  expect(large).not.toHaveProperty('value');
  const first = params({ store: 'versions', id: 'a', version: '1' });
  const shown = await readVersion(client, first, {});
  expect([shown, 'value' in shown]).toMatchObject([{ version: 1, shown: expect.anything() }, false]);
  expect(await readVersions(client, params(missing), {})).toEqual({ value: [] });
});

it('takes a whole number from 1 for a version', () => {
  expect(versionOf(params({ version: '2' }))).toBe(2);
  for (const version of ['0', '-1', '1.5', 'x', '9007199254740992'])
    expect(() => versionOf(params({ version }))).toThrow('A version is a whole number from 1.');
});

it('takes what is missing for nothing where that is asked for, and no other failure', async () => {
  const absent = await readEntry(client, 'none', 'none', {}).catch((error: unknown) => error);
  expect(nullWhereMissing(absent)).toBeNull();
  expect(nullIfAsked(params({ ifAny: 'true' }))(absent)).toBeNull();
  expect(() => nullIfAsked(params({}))(absent)).toThrow();
  const other = new Error('away');
  expect(() => nullIfAsked(params({ ifAny: 'true' }))(other)).toThrow(other);
});
