import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { listen } from '../../contract/testing/listen.ts';
import { refuseOddTarget } from './request-target.ts';

/** Sends a request, and returns its status and the address that whatever handles it next sees. */
async function handled(
  method: string,
  path: string,
  headers?: string[],
): Promise<{ status: number | undefined; url: string }> {
  const server = createServer((request, response) => {
    if (!refuseOddTarget(request, response)) response.end(request.url);
  });
  const port = await listen(server);
  try {
    const sent = send({ host: '127.0.0.1', port, method, path, agent: false, ...(headers && { headers }) }).end();
    const [response] = await once(sent, 'response');
    return { status: response.statusCode, url: await text(response) };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it.each([
  ['/tasks?x=http://elsewhere.example/y', '/tasks?x=http://elsewhere.example/y'],
  ['http://elsewhere.example/tasks?x=1', '/tasks?x=1'],
  ['HTTPS://elsewhere.example:1/api/blobs', '/api/blobs'],
  ['http://elsewhere.example?x=1', '/?x=1'],
  ['http://elsewhere.example', '/'],
])('the path of %s is %s', async (path, url) => {
  expect(await handled('GET', path)).toEqual({ status: 200, url });
});

it.each([
  ['OPTIONS', '*', 400],
  ['GET', 'ftp://elsewhere.example/tasks', 400],
  ['TRACE', '/tasks', 405],
  ['TRACE', '/api/tasks', 405],
  ['PUT', '/tasks', 405],
  ['DELETE', '/', 405],
  ['GET', '/tasks/%ff', 400],
  ['GET', '/api/tasks/%E0%A4%A', 400],
])('answers %s %s with %i', async (method, path, status) => {
  expect((await handled(method, path)).status).toBe(status);
});

it.each([
  ['DELETE', '/api/uploads/a'],
  ['POST', '/tasks'],
  ['GET', '/tasks?search=%ff'],
  ['GET', '/state/caf%C3%A9'],
])('passes %s %s on', async (method, url) => {
  expect(await handled(method, url)).toEqual({ status: 200, url });
});

it('answers two Host headers with 400, also of the same host', async () => {
  const answer = (...hosts: string[]) =>
    handled(
      'GET',
      '/tasks',
      hosts.flatMap((host, at) => [at ? 'hOST' : 'Host', host]),
    );
  expect((await answer('deck.example', 'evil.example')).status).toBe(400);
  expect((await answer('deck.example', 'deck.example')).status).toBe(400);
  expect((await answer('deck.example')).status).toBe(200);
});
