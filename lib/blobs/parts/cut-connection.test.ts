import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { kindsOfObjectServers, objectServers } from '../testing/object-servers.ts';
import { readAll } from './read-all.ts';

const servers = objectServers();
afterEach(() => servers.end());

const cut = { name: expect.not.stringMatching('AbortError'), code: 'ECONNRESET' };

test.each(kindsOfObjectServers)('a download whose connection to %s breaks fails as such', async (kind) => {
  const store = await servers.storeOver(kind, (response) => {
    const headers = { 'content-length': '5000', etag: '"1"', 'x-ms-blob-type': 'BlockBlob' };
    response.writeHead(200, { ...headers, 'last-modified': new Date().toUTCString() });
    response.write(Buffer.alloc(1_000), () => setTimeout(() => response.destroy(), 20));
  });
  await expect(readAll(await store.read(randomUUID()))).rejects.toMatchObject(cut);
});

test.each(kindsOfObjectServers)(
  'a list whose connection to %s breaks fails as such',
  async (kind) => {
    const store = await servers.storeOver(kind, (response) => {
      response.writeHead(200, { 'content-type': 'application/xml', 'content-length': '5000' });
      response.write('<?xml version="1.0"?>', () => setTimeout(() => response.destroy(), 20));
    });
    await expect(Array.fromAsync(store.list())).rejects.toMatchObject(cut);
  },
  60_000,
);
