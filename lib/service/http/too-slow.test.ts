import { createServer } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { bodyPace, problem } from '#contract';
import { listen } from '../../contract/testing/listen.ts';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';
import { answerBadRequests } from './bad-request.ts';

const service = started(startTestService, 'close');
afterEach(() => vi.useRealTimers());

/** Opens a connection and sends a text. `ended` resolves with all that was answered when the connection has ended. */
function open(url: string, text: string) {
  const { promise: ended, resolve, reject } = Promise.withResolvers<string>();
  let received = '';
  const socket = connectSocket(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('close', () => resolve(received)).on('error', reject);
  return { ended, send: (more: string) => socket.write(more) };
}

const startOf = (method: string, path: string, length: number, headers = '') =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.allKey}\r\ncontent-length: ${length}\r\n${headers}\r\n`;

/** Lets windows pass until the connection has ended. */
async function untilCutOff(ended: Promise<string>): Promise<string> {
  let isEnded = false;
  const note = () => {
    isEnded = true;
  };
  ended.then(note, note);
  while (!isEnded) {
    vi.advanceTimersByTime(bodyPace.windowInMs);
    await sleep(10);
  }
  return ended;
}

test('a body that trickles ends with 408, which is audited', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const json = 'content-type: application/json\r\n';
  const { ended } = open(service.url, `${startOf('POST', '/v1/tasks', 1_000, json)}{"type":`);
  const [head = '', body = ''] = (await untilCutOff(ended)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
  expect(head.toLowerCase()).toContain('connection: close');
  expect(problem.parse(JSON.parse(body))).toMatchObject({
    code: 'RequestTimeout',
    detail: expect.stringContaining('at least 10000 bytes in 20 s'),
  });
  await vi.waitFor(async () => {
    const rows = await service.database`select outcome from audit_record where operation = 'CreateTask'`;
    expect(rows).toHaveLength(1);
  });
});

test('a resumable upload keeps what came before it was too slow', async () => {
  const tus = { 'tus-resumable': '1.0.0' };
  const input = Buffer.from(JSON.stringify({ storeName: 'slow', id: 'a', createEntry: true })).toString('base64');
  const begun = await service.call('POST', '/v1/uploads', {
    token: service.allKey,
    headers: { ...tus, 'upload-length': '2000', 'upload-metadata': `input ${input}` },
  });
  const path = begun.headers.get('location') ?? '';
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const headers = 'tus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\n';
  const { ended } = open(service.url, startOf('PATCH', path, 2_000, headers) + 'x'.repeat(700));
  expect(await untilCutOff(ended)).toMatch(/^HTTP\/1.1 408 /);
  vi.useRealTimers();
  const offset = async () =>
    (await service.call('HEAD', path, { token: service.allKey, headers: tus })).headers.get('upload-offset');
  await expect.poll(offset).toBe('700');
});

test('headers that come too slowly are answered 408', async () => {
  const server = createServer({ headersTimeout: 50, requestTimeout: 0, connectionsCheckingInterval: 10 });
  answerBadRequests(server);
  const port = await listen(server);
  const answered = await open(`http://127.0.0.1:${port}`, 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ').ended;
  expect(answered).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
  expect(answered).toContain('"code":"RequestTimeout"');
  await new Promise((resolve) => server.close(resolve));
});
