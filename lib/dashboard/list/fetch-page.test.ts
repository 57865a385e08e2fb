import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../contract/testing/listen.ts';
import { fetchPage } from './fetch-page.ts';
import type { ListPage } from './page.ts';

const asked: (string | undefined)[] = [];
const server = createServer(({ url }, response) => {
  asked.push(url);
  response.end('{"value":[1],"continuationToken":"two"}');
});
let path = '';

beforeAll(async () => {
  const port = await listen(server);
  path = `http://127.0.0.1:${port}/api/list`;
});
afterAll(() => server.close());

test('later pages are read with the filter of the first one, whose relative times have become fixed', async () => {
  const first = await fetchPage<ListPage<number>>(path, 'after=10%3A00&type=a');
  expect(first).toEqual({ value: [1], continuationToken: 'two', query: 'after=10%3A00&type=a' });
  const more = { continuationToken: 'two' };
  const second = await fetchPage<ListPage<number>>(path, 'after=10%3A05&type=a', { more, first });
  expect(second.query).toBe('after=10%3A00&type=a');
  await fetchPage(path, '', { more });
  expect(asked).toEqual([
    '/api/list?after=10%3A00&type=a',
    '/api/list?after=10%3A00&type=a&continuationToken=two',
    '/api/list?continuationToken=two',
  ]);
});
