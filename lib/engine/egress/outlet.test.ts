import { createServer } from 'node:http';
import { fetch } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../contract/testing/listen.ts';
import { parseHttpAllow } from './http-allow.ts';
import { createOutlet } from './outlet.ts';

let requests = 0;
const server = createServer((_, response) => {
  requests++;
  response.setHeader('connection', 'close').end('reached');
});
let port = 0;
beforeAll(async () => {
  port = await listen(server);
});
afterAll(() => server.close());

/** Sends a request to a name that resolves to these addresses, one list for each lookup. */
async function reach(allow: string, ...answers: string[][]): Promise<string> {
  const outlet = createOutlet(parseHttpAllow(allow), (_, __, done) => {
    const addresses = answers.shift() ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  });
  const response = await fetch(`http://service.example:${port}/`, { dispatcher: outlet.dispatcher });
  return response.text();
}
const refused = { cause: { name: 'HostNotAllowedError' } };

test('a name that resolves to a loopback address is refused, and allowed by address, network or name', async () => {
  await expect(reach('', ['127.0.0.1'])).rejects.toMatchObject(refused);
  await expect(reach(`127.0.0.1:${port + 1},other.example,10.0.0.0/8`, ['127.0.0.1'])).rejects.toMatchObject(refused);
  expect(requests).toBe(0);
  expect(await reach(`127.0.0.1:${port}`, ['127.0.0.1'])).toBe('reached');
  expect(await reach('127.0.0.0/8', ['127.0.0.1'])).toBe('reached');
  expect(await reach('service.example', ['127.0.0.1'])).toBe('reached');
});

test('of several addresses only the permitted ones are used', async () => {
  expect(await reach('127.0.0.1', ['10.0.0.1', 'fd00::1', '127.0.0.1'])).toBe('reached');
  await expect(reach('192.0.2.7', ['10.0.0.1', 'fd00::1', '127.0.0.1'])).rejects.toMatchObject(refused);
});

test('each connection is decided anew, on the one lookup that it uses', async () => {
  const before = requests;
  const answers = [['127.0.0.1'], ['127.0.0.2']];
  const lookups: string[] = [];
  const { dispatcher } = createOutlet(parseHttpAllow('127.0.0.1'), (host, _, done) => {
    lookups.push(host);
    done(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    );
  });
  const url = `http://service.example:${port}/`;
  expect(await (await fetch(url, { dispatcher })).text()).toBe('reached');
  await expect(fetch(url, { dispatcher })).rejects.toMatchObject(refused);
  expect(lookups).toHaveLength(2);
  expect(requests).toBe(before + 1);
});

test('a lookup that fails is told as it is', async () => {
  const { dispatcher } = createOutlet([], (_, __, done) => done(new Error('getaddrinfo ENOTFOUND'), []));
  await expect(fetch('http://service.example/', { dispatcher })).rejects.toMatchObject({
    cause: { message: 'getaddrinfo ENOTFOUND' },
  });
});
