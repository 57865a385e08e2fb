import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const odd = [
  'plain',
  'a/b/c',
  'a%2Fb',
  'a%252Fb',
  '100%',
  '%',
  '../x',
  'a/../b',
  'a/./b',
  '..a',
  'a//b',
  '/a',
  'a/',
  'a b  c',
  ' a ',
  'ö/日本/🚀',
  `it's "quoted"`,
  'a?b=c&d#e',
  'a;b=c,d',
  'back\\slash',
  '{id}',
  ':id{.+}',
  '*',
  '__proto__',
  'x'.repeat(512),
  '🚀'.repeat(256),
];

/** Sends the path unchanged: `fetch` would normalise dots and backslashes. */
function send(method: string, path: string, body?: unknown): Promise<{ status: number; id: unknown }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const headers = { authorization: `Bearer ${service.allKey}`, 'content-type': 'application/json' };
    const sending = httpRequest({ hostname, port, method, path, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, id: text && JSON.parse(text).id }));
    });
    sending.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test.for(odd)('the id %j is saved, read and deleted under its own name', async (id) => {
  const path = `/v1/stores/odd/entries/${encodeURIComponent(id)}`;
  expect(await send('PUT', path, { id, value: id })).toEqual({ status: 201, id });
  expect(await send('GET', path)).toEqual({ status: 200, id });
  expect(await send('DELETE', path)).toMatchObject({ status: 204 });
  expect(await send('GET', path)).toMatchObject({ status: 404 });
});

test.for(['a/b/c', 'a/../b', 'a/./b', '../x', 'a//b', 'a/', '/a'])('%j needs no encoded slashes', async (id) => {
  const path = `/v1/stores/odd/entries/${id}`;
  expect(await send('PUT', path, { id, value: 1 })).toEqual({ status: 201, id });
  expect(await send('GET', `/v1/stores/odd/entries/${encodeURIComponent(id)}`)).toEqual({ status: 200, id });
});

test.for([
  ['/v1/stores/odd/entries/.', 400],
  ['/v1/stores/odd/entries/..', 400],
  ['/v1/stores/odd/entries/%2e%2e', 400],
  ['/v1/stores/odd/entries/', 404],
  ['/v1/stores/odd/entries/%00', 400],
  ['/v1/stores/odd/entries/%0a', 400],
  ['/v1/stores/odd/entries/%ff', 400],
  [`/v1/stores/odd/entries/${'x'.repeat(513)}`, 400],
  ['/v1/stores/Odd/entries/x', 400],
] as const)('%s is %i', async ([path, status]) => {
  expect(await send('GET', path)).toMatchObject({ status });
});

test('the id in the path is the id in the body', async () => {
  expect(await send('PUT', '/v1/stores/odd/entries/one', { id: 'two', value: 1 })).toMatchObject({ status: 400 });
});
