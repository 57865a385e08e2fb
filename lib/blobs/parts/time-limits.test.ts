import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { BlobStore } from '../blob-store.ts';
import { type Answer, kindsOfObjectServers, objectServers } from '../testing/object-servers.ts';
import { readAll } from './read-all.ts';
import type { TimeLimits } from './time-limits.ts';

const short: TimeLimits = {
  ...{ silentInMs: 300, bufferedInMs: 2_000 },
  ...{ requestInMs: 600, bytesPerMs: 1_000, partInMs: 100 },
};
const key = randomUUID();
const noAnswer = { code: 'ETIMEDOUT', message: expect.stringContaining('the blob store did not answer') };

/** How S3 names an upload in parts that has begun. */
const begun = '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>';

const servers = objectServers();
afterEach(() => servers.end());

/** The store over a service that does this with each request. */
const storeOver = (kind: string, answer: Answer, limits = short) => servers.storeOver(kind, answer, limits);

async function* bytes(length: number): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(length);
}

/** An object of so many bytes, of which these come at once and the others never. */
const stoppingAfter = (sent: number, length: number) => (response: ServerResponse) => {
  const headers = { 'content-length': String(length), etag: '"1"', 'x-ms-blob-type': 'BlockBlob' };
  response.writeHead(200, { ...headers, 'last-modified': new Date().toUTCString() });
  response.write(Buffer.alloc(sent));
};

describe.each(kindsOfObjectServers)('a service of the kind %s', (kind) => {
  test.each<[string, (store: BlobStore) => Promise<unknown>]>([
    ['a check', (store) => store.check()],
    ['a length', (store) => store.lengthOf(key)],
    ['a small blob', (store) => store.put(key, bytes(10))],
    ['a blob in parts', (store) => store.put(key, bytes(9 * 1024 * 1024))],
    ['the tail of an upload', async (store) => store.append(key, await store.begin(key), 0, bytes(10))],
    ['the end of an upload', async (store) => store.finish(key, await store.begin(key))],
    ['a read', (store) => store.read(key)],
    ['a removal', (store) => store.remove(key)],
    ['a list', async (store) => Array.fromAsync(store.list())],
  ])('that does not answer fails %s', async (_, act) => {
    const store = await storeOver(kind, () => {});
    await expect(act(store)).rejects.toMatchObject(noAnswer);
  });

  test('that takes bytes slowly has time for them', async () => {
    const take = (response: ServerResponse, request: IncomingMessage) => {
      const taking = setInterval(() => request.read(), 10);
      request.pause().once('end', () => {
        clearInterval(taking);
        response.writeHead(kind === 's3' ? 200 : 201, { etag: '"1"' }).end();
      });
    };
    const store = await storeOver(kind, take, { ...short, bufferedInMs: 60_000, requestInMs: 60_000 });
    const length = 3 * 1024 * 1024;
    const startedAt = performance.now();
    expect(await store.put(key, bytes(length))).toBe(length);
    expect(performance.now() - startedAt).toBeGreaterThan(short.silentInMs);
  });

  test('that takes nothing of a part fails the upload once, and is asked for nothing more', async () => {
    let asked = 0;
    const store = await storeOver(kind, (response, request) => {
      asked += 1;
      if (request.url?.includes('uploads') === true) response.writeHead(200).end(begun);
      else request.pause();
    });
    const startedAt = performance.now();
    await expect(store.put(key, bytes(9 * 1024 * 1024))).rejects.toMatchObject(noAnswer);
    expect(performance.now() - startedAt).toBeLessThan(8_000); // two silences, and not the time for the bytes
    expect(asked).toBe(kind === 's3' ? 2 : 1);
  });

  test('that stops within an object fails its reader', async () => {
    const store = await storeOver(kind, stoppingAfter(1_000, 5_000));
    const stream = await store.read(key);
    await expect(readAll(stream)).rejects.toMatchObject(noAnswer);
  });

  test('waits for a slow reader', async () => {
    const length = 2 * 1024 * 1024;
    const store = await storeOver(kind, (response) => stoppingAfter(length, length)(response));
    const stream = await store.read(key);
    let read = 0;
    for await (const piece of stream) {
      if (read === 0) await sleep(short.requestInMs * 3);
      read += piece.length;
    }
    expect(read).toBe(length);
  });

  test('is not waited for by a reader who has left', async () => {
    const store = await storeOver(kind, () => {});
    const leaving = new AbortController();
    const reading = store.read(key, undefined, leaving.signal);
    const startedAt = performance.now();
    setTimeout(() => leaving.abort(), 20);
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(performance.now() - startedAt).toBeLessThan(short.requestInMs);
  });
});
