import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TaskClient } from '#client';
import type { Scope } from '#contract';
import { type LocalServer, startLocalServer } from '../../client/testing/local-server.ts';
import { createConnect } from '../access/connect.ts';
import { findHolders } from './find-holders.ts';
import { findInPalette } from './find-in-palette.ts';

const stores = [
  { name: 'orders', createdOn: '2026-11-20T10:00:00.000Z' },
  { name: 'stock', createdOn: '2026-11-19T10:00:00.000Z', modifiedOn: '2026-11-21T10:00:00.000Z' },
];
const queues = [{ name: 'orders-eu' }, { name: 'default' }];
const workers = [{ name: 'orders-worker-1' }, { name: 'other' }];
/** A list, or a page of one with more in it. */
const answers: Record<string, unknown> = {
  '/v1/tasks': [{ id: 't1', type: 'order.fulfil', status: 'running' }],
  '/v1/stores': stores,
  '/v1/queues': queues,
  '/v1/workers': workers,
  '/v1/stores/orders/entries': { value: [{ id: '7' }], searchedCount: 2 },
  '/v1/stores/orders/bulk-get': [],
  '/v1/stores/orders/entries/7': { id: '7', version: 3, etag: '"3"' },
  '/v1/stores/stock/entries': {
    value: [],
    searchedCount: 40,
    nextLink: 'http://here/v1/stores/stock/entries?continuationToken=x',
  },
};

const problem = { type: 'about:blank', title: 'Forbidden', detail: 'it is out of reach', requestId: 'r' };

let server: LocalServer;
beforeEach(async () => {
  server = await startLocalServer(({ url }, response) => {
    if (url.pathname.startsWith('/v1/stores/outside/')) {
      response.writeHead(403, { 'content-type': 'application/problem+json' });
      return void response.end(JSON.stringify({ ...problem, code: 'OutsideBounds', status: 403 }));
    }
    const value = answers[url.pathname];
    response.writeHead(value === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Array.isArray(value) ? { value } : (value ?? {})));
  });
});
afterEach(() => server[Symbol.asyncDispose]());

const using =
  <Found>(finder: (client: TaskClient, scopes: Scope[], text: string, signal: AbortSignal) => Promise<Found>) =>
  (scopes: Scope[], text: string) =>
    finder(
      createConnect({ serviceUrl: server.url, allowInsecureService: false })({ key: 'k' }),
      scopes,
      text,
      new AbortController().signal,
    );
const find = using(findInPalette);

it('finds stores, queues and workers by a part of their names', async () => {
  const { places, tasks } = await find(['tasks/read', 'state/read', 'workers/read'], 'ORDERS ');
  expect(places).toEqual([
    { kind: 'store', name: 'orders', href: '/state/orders', isExact: true },
    { kind: 'queue', name: 'orders-eu', href: '/tasks?filter=queue%3Aorders-eu' },
    { kind: 'worker', name: 'orders-worker-1', href: '/workers' },
  ]);
  expect(tasks).toMatchObject([{ id: 't1' }]);
});

it('finds what has the name before what holds it', async () => {
  const many = Array.from({ length: 8 }, (_, index) => ({ ...stores[1], name: `default-${index}` }));
  answers['/v1/stores'] = many;
  const { places } = await find(['tasks/read', 'state/read', 'workers/read'], 'Default').finally(() => {
    answers['/v1/stores'] = stores;
  });
  expect(places).toHaveLength(6);
  expect(places[0]).toEqual({
    ...{ kind: 'queue', name: 'default', isExact: true, href: '/tasks?filter=queue%3Adefault' },
  });
  expect(places[1]).toMatchObject({ kind: 'store', name: 'default-0' });
});

it('asks for nothing that the operator may not read', async () => {
  expect(await find([], 'orders')).toEqual({ places: [], tasks: [] });
  expect(await find([], 't1#2')).toEqual({ places: [], tasks: [] });
  expect(server.received).toEqual([]);
});

it('finds an entry for an operator who may read state alone, and no way to a page of tasks', async () => {
  expect(await find(['state/read'], 'orders/7')).toMatchObject({
    ...{ exact: { label: 'orders/7', href: '/state/orders?entry=7' }, tasks: [] },
  });
  const { places } = await find(['workers/read'], 'orders');
  expect(places.map(({ kind, href }) => [kind, href])).toEqual([
    ['queue', '/workers'],
    ['worker', '/workers'],
  ]);
});

it('finds no entry of a store outside of the bounds, and the rest', async () => {
  const { exact, tasks } = await find(['tasks/read', 'state/read'], 'outside/7');
  expect(exact).toBeUndefined();
  expect(tasks).toMatchObject([{ id: 't1' }]);
});

it('finds what holds a value, in the stores that were changed last, and says how far it looked', async () => {
  const found = await using(findHolders)(['tasks/read', 'state/read'], ' A-17 ');
  expect(found).toEqual({
    tasks: [{ id: 't1', type: 'order.fulfil', status: 'running' }],
    hasMoreTasks: false,
    stores: [
      { name: 'stock', entries: [], searchedCount: 40, hasMore: true },
      { name: 'orders', entries: ['7'], searchedCount: 2, hasMore: false },
    ],
    otherStores: 0,
  });
  const asked = server.received.map(({ url }) => url.searchParams);
  expect(asked.flatMap((params) => params.getAll('holds'))).toEqual(['A-17']);
  expect(asked.flatMap((params) => params.getAll('value'))).toEqual(Array(2).fill('["","holds","A-17"]'));
  const nothing = { tasks: [], hasMoreTasks: false, stores: [], otherStores: 0 };
  expect(await using(findHolders)([], 'A-17')).toEqual(nothing);
  expect(await using(findHolders)(['tasks/read', 'state/read'], '\0')).toEqual(nothing);
});
