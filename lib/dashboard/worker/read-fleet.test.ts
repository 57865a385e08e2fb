import { expect, it } from 'vitest';
import { json, startLocalServer } from '../../client/testing/local-server.ts';
import { createConnect } from '../access/connect.ts';
import { readFleet } from './read-fleet.ts';

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
