import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
beforeAll(async () => {
  const body = { type: 'test.echo', id: 'large', queue: 'unserved', input: { text: 'x'.repeat(4_000_000) } };
  expect((await service.call('POST', '/v1/tasks', { token: service.allKey, body })).status).toBe(201);
});

/** Asks so many times at once on one connection, and takes no more of the answers than the network keeps. */
async function askAndNotRead(token: string, times: number, path = '/v1/tasks/large'): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).pause();
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(times));
  return socket;
}

const list = async (token: string) => (await service.call('GET', '/v1/tasks?maxPageSize=1', { token })).status;
const listSoon = (token: string) => Promise.race([list(token), sleep(1_000).then(() => 'waits')]);

test('who does not take its answers waits for more, and nobody else does', async () => {
  const slow = await service.key('tasks/read');
  const sockets = await Promise.all(Array.from({ length: 40 }, () => askAndNotRead(slow, 4)));
  await expect.poll(() => listSoon(slow)).toBe('waits');
  const other = await service.key('tasks/read');
  for (let count = 0; count < 10; count += 1) expect(await list(other)).toBe(200);
  const asked = Array.from({ length: 10 }, () => list(slow));
  for (const socket of sockets) socket.destroy();
  expect(await Promise.all(asked)).toEqual(asked.map(() => 200));
  const all = await Promise.all(Array.from({ length: 100 }, () => list(slow)));
  expect(all).toEqual(all.map(() => 200));
});

test('requests that follow each other on one connection are answered one after the other, and hold one place', async () => {
  const token = await service.key('tasks/read');
  const unread = await askAndNotRead(token, 40);
  await sleep(500);
  expect(await listSoon(token)).toBe(200);
  unread.destroy();
  const reader = await askAndNotRead(token, 60, '/v1/tasks?maxPageSize=1');
  let text = '';
  reader.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  reader.resume();
  await expect.poll(() => text.match(/HTTP\/1.1 200 /g)?.length).toBe(60);
  reader.destroy();
});
