import { createHash, randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { limits } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
beforeAll(async () => {
  for (const id of ['large', 'broken', 'expecting', 'left'])
    await service.call('PUT', `/v1/stores/files/entries/${id}`, {
      token: service.allKey,
      body: { id, value: 1, hasBlob: true },
    });
});

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const mebibyte = Buffer.alloc(1024 * 1024, 'taskdeck');

function send(method: string, id: string, headers: Record<string, string | number> = {}) {
  return httpRequest(`${service.url}/v1/stores/files/blobs/${id}`, {
    method,
    headers: { authorization: `Bearer ${service.allKey}`, 'content-type': 'a/b', ...headers },
  });
}

function answerTo(sending: ReturnType<typeof send>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => sending.once('response', resolve).once('error', reject));
}

async function codeOf(answer: IncomingMessage): Promise<string> {
  const chunks = await answer.toArray();
  return (JSON.parse(Buffer.concat(chunks).toString()) as { code: string }).code;
}

/** Files that hold bytes of blobs or of uploads. */
async function files(): Promise<string[]> {
  const found = await readdir(join(service.dataFolder, 'blobs'), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/**
 * Bytes of buffers that something still holds. Garbage is collected first, twice: V8 frees the buffers of a collection
 * beside the program and has freed them all when the next one begins.
 */
function heldBytes(): number {
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}

test('128 MiB go up and down, few of them held at a time, and come back as they were', async () => {
  const count = 128;
  const sent = createHash('sha256');
  const before = heldBytes();
  let most = before;
  const source = Readable.from(
    (function* () {
      for (let index = 0; index < count; index += 1) {
        const chunk = Buffer.from(mebibyte);
        chunk.writeUInt32BE(index);
        sent.update(chunk);
        if (index % 16 === 15) most = Math.max(most, heldBytes());
        yield chunk;
      }
    })(),
    { objectMode: false, highWaterMark: mebibyte.length },
  );
  const up = send('PUT', 'large', { 'content-length': count * mebibyte.length });
  const [uploaded] = await Promise.all([answerTo(up), pipeline(source, up)]);
  expect(uploaded.statusCode).toBe(201);
  uploaded.resume();
  const down = send('GET', 'large');
  down.end();
  const received = createHash('sha256');
  let receivedBytes = 0;
  for await (const chunk of await answerTo(down)) {
    const bytes = chunk as Buffer;
    received.update(bytes);
    const isNext =
      Math.floor((receivedBytes + bytes.length) / (16 * mebibyte.length)) >
      Math.floor(receivedBytes / (16 * mebibyte.length));
    receivedBytes += bytes.length;
    if (isNext) most = Math.max(most, heldBytes());
  }
  expect(received.digest('hex')).toBe(sent.digest('hex'));
  expect((most - before) / mebibyte.length, 'MiB that both ends hold, in one process').toBeLessThan(32);
}, 120_000);

test("blobs that go up and down at once, some of them cut off, never hold each other's bytes", async () => {
  const roundTrip = async (index: number) => {
    const path = `/v1/stores/files/entries/many-${index}`;
    await service.call('PUT', path, { token: service.allKey, body: { id: `many-${index}`, value: 1, hasBlob: true } });
    const bytes = randomBytes(2_500_000 + 100_000 * index);
    const up = send('PUT', `many-${index}`, { 'content-length': bytes.byteLength });
    up.end(bytes);
    expect((await answerTo(up)).statusCode).toBe(201);
    const left = send('GET', `many-${index}`);
    left.on('error', () => {}).end(); // it is cut off here
    const leaving = await answerTo(left);
    leaving.on('error', () => {}).once('data', () => left.destroy());
    const down = send('GET', `many-${index}`, { range: `bytes=${index}-` });
    down.end();
    const received = Buffer.concat(await (await answerTo(down)).toArray());
    expect(received.equals(bytes.subarray(index)), `blob ${index}`).toBe(true);
  };
  await Promise.all(Array.from({ length: 8 }, (_, index) => roundTrip(index)));
}, 120_000);

test('an upload that breaks off leaves nothing', async () => {
  const before = await files();
  const sending = send('PUT', 'broken', { 'content-length': 10 * mebibyte.length });
  sending.on('error', () => {}); // it is cut off here
  sending.write(mebibyte);
  await expect.poll(async () => (await files()).length, { timeout: 20_000 }).toBeGreaterThan(before.length);
  sending.destroy();
  await expect.poll(files, { timeout: 20_000 }).toEqual(before);
  const read = await service.call('GET', '/v1/stores/files/blobs/broken', { token: service.allKey });
  expect(read.status).toBe(404);
}, 60_000);

test('a caller that waits to be asked hears of a refusal without sending a byte', async () => {
  const refused: [string, Record<string, string | number>, number, string][] = [
    ['expecting', { authorization: 'Bearer nobody' }, 401, 'Unauthenticated'],
    ['nothing', {}, 404, 'StateNotFound'],
    ['large', {}, 409, 'BlobAlreadyExists'],
    ['expecting', { 'content-length': limits.blobBytes + 1 }, 413, 'PayloadTooLarge'],
  ];
  for (const [id, headers, status, code] of refused) {
    const sending = send('PUT', id, { 'content-length': 1_000_000, ...headers, expect: '100-continue' });
    let isAsked = false;
    sending.on('continue', () => {
      isAsked = true;
    });
    sending.flushHeaders();
    const answer = await answerTo(sending);
    expect([answer.statusCode, isAsked, await codeOf(answer)]).toEqual([status, false, code]);
    expect(answer.headers.connection).toBe('close');
    sending.destroy();
  }
  const asked = send('PUT', 'expecting', { 'content-length': 5, expect: '100-continue' });
  asked.on('continue', () => asked.end('hello'));
  asked.flushHeaders();
  expect((await answerTo(asked)).statusCode).toBe(201);
}, 60_000);

test('a caller that leaves in the middle ends the reading', async () => {
  const reading = send('GET', 'large');
  reading.end();
  const answer = await answerTo(reading);
  answer.once('data', () => reading.destroy());
  answer.on('error', () => {}); // it is cut off here
  await new Promise((resolve) => answer.once('close', resolve));
  const again = await service.call('GET', '/v1/stores/files/entries/large', { token: service.allKey });
  expect(again.status).toBe(200);
  await expect.poll(openFiles, { timeout: 20_000 }).toEqual([]);
}, 60_000);

/** Blobs that this process, which is the service, holds open. */
async function openFiles(): Promise<string[]> {
  const held = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(held.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(join(service.dataFolder, 'blobs')));
}
