import { afterAll, beforeAll, expect, it } from 'vitest';
import { TaskClient } from '#client';
import { startTestService, type TestService } from '../../service/testing/test-service.ts';
import { readEntries } from './read-state.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

it('reads pages of a store, and says how far a search by value has come', async () => {
  const client = new TaskClient(service.url, { key: service.allKey });
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
