import type { Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { listen } from '../../contract/testing/listen.ts';
import { createHttpServer, holdRequests } from './http-server.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends a request that asks for web sockets, and resolves with all that comes until the connection ends. */
async function askForUpgrade(): Promise<string> {
  const port = await listen(server);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET //x HTTP/1.1\r\nHost: dashboard\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n');
  return text(socket);
}

it('answers a request for another protocol like any other one, although Next.js listens for those', async () => {
  server = createHttpServer({ hasUpgrades: false });
  server.on('request', (_, response) => response.setHeader('connection', 'close').end('a page'));
  const upgraded: unknown[] = [];
  server.on('upgrade', (_, socket) => {
    upgraded.push(socket);
    socket.end();
  });
  expect(await askForUpgrade()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*a page/);
  expect(upgraded).toEqual([]);
});

it('leaves it to the development server of Next.js where that runs', async () => {
  server = createHttpServer({ hasUpgrades: true });
  server.on('request', (_, response) => response.setHeader('connection', 'close').end('a page'));
  server.on('upgrade', (_, socket) => socket.end('an upgrade'));
  expect(await askForUpgrade()).toBe('an upgrade');
});

it('answers requests that came before it could, once it can, but none whose browser has left', async () => {
  server = createHttpServer({ hasUpgrades: false });
  const begin = holdRequests(server);
  const address = `http://127.0.0.1:${await listen(server)}`;
  const left = new AbortController();
  const leaving = fetch(`${address}/left`, { signal: left.signal }).catch((error: Error) => error.name);
  const early = fetch(`${address}/early`);
  await expect.poll(() => arrived(server)).toBe(2);
  left.abort();
  expect(await leaving).toBe('AbortError');
  await expect.poll(() => arrived(server)).toBe(1);
  const answered: string[] = [];
  begin((request, response) => {
    answered.push(request.url ?? '');
    response.setHeader('connection', 'close').end('a page');
  });
  expect(await (await early).text()).toBe('a page');
  expect(await (await fetch(`${address}/late`)).text()).toBe('a page');
  expect(answered).toEqual(['/early', '/late']);
});

function arrived(of: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    of.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}
