import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const concurrentWaits = 3;
const service = started(
  () =>
    startTestService({
      callers: { requestsPerSecond: 1_000, concurrentWaits, queuedTasks: 20, storedBytesPerHour: 2 ** 40 },
    }),
  'close',
);
beforeAll(async () => {
  await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', id: 'long' } });
});

const requestOf = (token: string, path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;

async function send(text: string): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const wait = async (token: string) => (await service.call('GET', '/v1/tasks/long?waitInMs=1', { token })).status;
/** How many of so many waits at once are begun. */
async function roomFor(token: string): Promise<number> {
  const left = new AbortController();
  const waits = Array.from({ length: concurrentWaits }, async () => {
    const answer = await service.call('GET', '/v1/tasks/long?waitInMs=300', { token, signal: left.signal });
    return answer.status;
  });
  return (await Promise.all(waits)).filter((status) => status === 200).length;
}

test('a wait of a caller who left before it began does not count', async () => {
  const token = await service.key('tasks/read');
  await service.owner.begin(async (transaction) => {
    await transaction`lock table api_key in access exclusive mode`; // holds up the authentication
    for (let caller = 0; caller < concurrentWaits; caller += 1) {
      const socket = await send(requestOf(token, '/v1/tasks/long?waitInMs=60000'));
      await expect
        .poll(async () => {
          const [row] = await service.database<{ count: number }[]>`
            select count(*)::int as count from pg_locks where relation = 'api_key'::regclass and not granted`;
          return row?.count;
        })
        .toBeGreaterThan(0);
      socket.destroy();
      await once(socket, 'close');
    }
  });
  expect(await wait(token)).toBe(200);
  expect(await roomFor(token)).toBe(concurrentWaits);
});
