import type { Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { listen } from '../../contract/testing/listen.ts';
import { createHttpServer } from './http-server.ts';

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
