import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Scope } from '#contract';
import { type LocalServer, startLocalServer } from '../../client/testing/local-server.ts';
import { createConnect } from '../access/connect.ts';
import { findInPalette } from './find-in-palette.ts';

const stores = [{ name: 'orders' }, { name: 'stock' }];
const queues = [{ name: 'orders-eu' }, { name: 'default' }];
const workers = [{ name: 'orders-worker-1' }, { name: 'other' }];
const answers: Record<string, unknown[]> = {
  '/v1/tasks': [{ id: 't1', type: 'order.fulfil', status: 'running' }],
  '/v1/stores': stores,
  '/v1/queues': queues,
  '/v1/workers': workers,
};

let server: LocalServer;
beforeEach(async () => {
  server = await startLocalServer(({ url }, response) => {
    const value = answers[url.pathname];
    response.writeHead(value === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value === undefined ? {} : { value }));
  });
});
afterEach(() => server[Symbol.asyncDispose]());

const find = (scopes: Scope[], text: string) =>
  findInPalette(
    createConnect({ serviceUrl: server.url, allowInsecureService: false })({ key: 'k' }),
    scopes,
    text,
    new AbortController().signal,
  );

it('finds stores, queues and workers by a part of their names', async () => {
  const { places, tasks } = await find(['state/read', 'workers/read'], 'ORDERS ');
  expect(places).toEqual([
    { kind: 'store', name: 'orders', href: '/state/orders' },
    { kind: 'queue', name: 'orders-eu', href: '/tasks?filter=queue%3Aorders-eu' },
    { kind: 'worker', name: 'orders-worker-1', href: '/workers' },
  ]);
  expect(tasks).toMatchObject([{ id: 't1' }]);
});

it('asks for nothing that the operator may not read', async () => {
  const { places } = await find([], 'orders');
  expect(places).toEqual([]);
  expect(server.received.map(({ url }) => url.pathname)).not.toContain('/v1/workers');
});
