import { expect, it } from 'vitest';
import { json, startLocalServer } from '../../client/testing/local-server.ts';
import { createConnect } from '../access/connect.ts';
import { readFleet, readNamedFleet } from './read-fleet.ts';

it('tells that there is more when either the workers or the queues go on beyond one page', async () => {
  const hasMore = async (more: readonly string[]) => {
    await using server = await startLocalServer((request, response) => {
      const isMore = more.some((name) => request.url.pathname.endsWith(name));
      return json(200, JSON.stringify({ value: [], ...(isMore && { continuationToken: 'next' }) }))(request, response);
    });
    const client = createConnect({ serviceUrl: server.url, allowInsecureService: false })({ key: 'k' });
    return (await readFleet(client)).hasMore;
  };
  expect(await hasMore([])).toBe(false);
  for (const more of [['workers'], ['queues'], ['workers', 'queues']]) expect(await hasMore(more)).toBe(true);
});

const stuckOf = (given: object) => ({
  ...{ kind: 'noWorker', status: 'queued', isPlanned: false, count: 250, isCapped: false, taskId: 'a' },
  oldestOn: '2026-11-22T09:04:00.000Z',
  ...given,
});
const stuck = [
  stuckOf({ queue: 'default', type: 'render' }),
  stuckOf({ queue: 'gpu' }),
  stuckOf({ kind: 'slots', queue: 'default', type: 'order' }),
];

it.each([
  ['an operator who may read tasks', ['tasks/read'], 200, [{ type: 'render', count: 250, isCapped: false }]],
  ['one who may not', [], 200, []],
  ['one whose read of them fails', ['tasks/read'], 403, []],
])('tells which types the workers of a queue do not have: %s', async (_, scopes, status, unserved) => {
  const queue = { name: 'default', queued: 250, running: 0, workerCount: 1, slots: 500 };
  await using server = await startLocalServer((request, response) => {
    const { pathname } = request.url;
    if (pathname.endsWith('statistics')) return json(status, JSON.stringify({ stuck }))(request, response);
    return json(200, JSON.stringify({ value: pathname.endsWith('queues') ? [queue] : [] }))(request, response);
  });
  const client = createConnect({ serviceUrl: server.url, allowInsecureService: false })({ key: 'k' });
  expect((await readNamedFleet({ client, scopes })).queues).toEqual([{ ...queue, unserved }]);
});
