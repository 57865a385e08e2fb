import { once } from 'node:events';
import { createServer } from 'node:http';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, portOf } from '../../contract/testing/listen.ts';
import { readBlob } from './read-blob.ts';

const zeros = Buffer.alloc(1024 * 1024);
let decoded = 0;
let hasLeft = Promise.withResolvers<void>();
/** Answers with a body that is decoded without an end. */
const server = createServer(async (_, response) => {
  response.writeHead(200, { 'content-encoding': 'gzip' });
  const packed = createGzip();
  packed.pipe(response);
  response.once('close', () => hasLeft.resolve());
  while (!response.closed) {
    decoded += zeros.length;
    if (!packed.write(zeros)) await Promise.race([once(packed, 'drain'), hasLeft.promise]);
  }
  packed.destroy();
});
beforeAll(() => listen(server));
afterAll(() => void server.close());

test('no more of a blob is decoded than is asked for', { timeout: 5_000 }, async () => {
  hasLeft = Promise.withResolvers();
  const read = await readBlob(`http://127.0.0.1:${portOf(server)}/`, 1_000);
  expect(read).toEqual({ ok: true, bytes: new Uint8Array(1_000) });
  await hasLeft.promise;
  expect(decoded).toBeGreaterThan(1_000);
});
