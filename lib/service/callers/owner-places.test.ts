import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { limits } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
beforeAll(async () => {
  const body = { type: 'test.echo', id: 'large', queue: 'unserved', input: { text: 'x'.repeat(4_000_000) } };
  expect((await service.call('POST', '/v1/tasks', { token: service.allKey, body })).status).toBe(201);
});

/** Opens a connection of which nothing is read, and sends this on it. */
async function send(text: string): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).pause();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}
const requestOf = (token: string, line: string, body?: { sent: string; length: number }) => {
  const ofBody = body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${ofBody}\r\n${body?.sent ?? ''}`;
};

/** Asks so many times at once on one connection, and takes no more of the answers than the network keeps. */
const askAndNotRead = (token: string, times: number, path = '/v1/tasks/large') =>
  send(requestOf(token, `GET ${path}`).repeat(times));

const list = async (token: string) => (await service.call('GET', '/v1/tasks?maxPageSize=1', { token })).status;
const listSoon = (token: string) => Promise.race([list(token), sleep(1_000).then(() => 'waits')]);

const patch = '{"description":"x"}';
const get = '{"ids":["large"]}';
/** What is answered with megabytes, after a wait, a change or a read with a body as well. */
const kinds = [
  ['GET /v1/tasks/large'],
  ['GET /v1/tasks/large?waitInMs=1'],
  ['GET /v1/tasks/large/completion?waitInMs=1'],
  ['PATCH /v1/tasks/large', patch],
  ['POST /v1/stores/large/bulk-get', get],
] as const;
const ofEachKind = 7; // without one kind there are fewer than fill the places of an owner

test('who does not take its answers waits for more, whatever it asked for, and nobody else does', async () => {
  const body = { value: 'x'.repeat(4_000_000) };
  await service.call('PUT', '/v1/stores/large/entries/large', { token: service.allKey, body });
  const slow = await service.key('tasks/read', 'tasks/create', 'tasks/update', 'state/read');
  const asked = kinds.map(([line, text]) =>
    requestOf(slow, line, text === undefined ? undefined : { sent: text, length: text.length }),
  );
  // a network can keep one answer whole, but not four
  const all = Array.from({ length: ofEachKind }, () => asked.map((request) => send(request.repeat(4)))).flat();
  const sockets = await Promise.all(all);
  await expect.poll(() => listSoon(slow)).toBe('waits');
  const other = await service.key('tasks/read');
  for (let count = 0; count < 10; count += 1) expect(await list(other)).toBe(200);
  const waiting = Array.from({ length: 10 }, () => list(slow));
  for (const socket of sockets) socket.destroy();
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 200));
  const many = await Promise.all(Array.from({ length: 100 }, () => list(slow)));
  expect(many).toEqual(many.map(() => 200));
});

test('requests that follow each other on one connection are answered one after the other, and hold one place', async () => {
  const token = await service.key('tasks/read');
  const unread = await askAndNotRead(token, 40);
  await sleep(500);
  expect(await list(token)).toBe(200); // or it waits for ever
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

const save = async (token: string, characters: number) => {
  const body = { value: 'x'.repeat(characters) };
  return (await service.call('PUT', '/v1/stores/bodies/entries/b', { token, body })).status;
};
const saveSoon = (token: string) => Promise.race([save(token, 100_000), sleep(1_000).then(() => 'waits')]);
const saved = 'PUT /v1/stores/bodies/entries/a';
/** The beginning of a multipart body of which much more is to come. */
const partsOf = (sent: string) => ({
  sent: `--x\r\nContent-Disposition: form-data; name="input"\r\n\r\n${sent}`,
  length: 5e7,
});
const asMultipart = (request: string) => request.replace('application/json', 'multipart/form-data; boundary=x');
const file = '\r\n--x\r\nContent-Disposition: form-data; name="blob"; filename="f"\r\n\r\nbytes';

test.each([
  ['a value', (token: string) => requestOf(token, saved, { sent: '{"value":"', length: limits.requestBodyBytes })],
  ['a value beside a file', (token: string) => asMultipart(requestOf(token, saved, partsOf('{"value":"')))],
])(
  'large bodies with %s that have not come leave no room for another of their owner, and others have theirs',
  async (_, requestBy) => {
    const slow = await service.key('tasks/read', 'state/create');
    const sockets = await Promise.all(Array.from({ length: 4 }, () => send(requestBy(slow))));
    await expect.poll(() => saveSoon(slow)).toBe('waits');
    expect(await save(slow, 10), 'a short one').toBeLessThan(300);
    expect(await list(slow), 'a read').toBe(200);
    expect(await save(await service.key('state/create'), 100_000), 'of another owner').toBeLessThan(300);
    for (const socket of sockets) socket.destroy();
    expect(await save(slow, 100_000)).toBeLessThan(300);
  },
);

test('files that come slowly leave room for bodies of their owner', async () => {
  const slow = await service.key('state/create');
  const asked = asMultipart(requestOf(slow, saved, partsOf(`{"value":1}${file}`)));
  const sockets = await Promise.all(Array.from({ length: 8 }, () => send(asked)));
  await sleep(500);
  expect(await save(slow, 100_000)).toBeLessThan(300);
  for (const socket of sockets) socket.destroy();
});
