import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { kindsOfObjectServers, objectServers } from '../testing/object-servers.ts';

const servers = objectServers();
afterEach(() => servers.end());

const begun = '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>';

async function* bytes(length: number): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(length);
}

async function* thenBroken(length: number): AsyncGenerator<Uint8Array> {
  yield* bytes(length);
  throw new Error('the connection broke');
}

test.each(kindsOfObjectServers)(
  'a blob that failed says why, also where %s does not let its parts be removed',
  async (kind) => {
    const removals: string[] = [];
    const store = await servers.storeOver(kind, (response, { method = '', url = '' }) => {
      if (/partNumber=|comp=block(&|$)/.test(url)) response.writeHead(kind === 's3' ? 200 : 201, { etag: '"1"' }).end();
      else if (url.includes('uploads')) response.writeHead(200).end(begun);
      else {
        removals.push(`${method} ${url}`);
        response.writeHead(403).end();
      }
    });
    await expect(store.put(randomUUID(), thenBroken(9 * 1024 * 1024))).rejects.toThrow('the connection broke');
    expect(removals).not.toEqual([]);
  },
);

test.each(kindsOfObjectServers)('a blob of which %s lost the answer to its completion is kept', async (kind) => {
  const length = 9 * 1024 * 1024;
  let isComplete = false;
  const removals: string[] = [];
  const store = await servers.storeOver(kind, (response, { method = '', url = '' }) => {
    if (/partNumber=|comp=block(&|$)/.test(url)) response.writeHead(kind === 's3' ? 200 : 201, { etag: '"1"' }).end();
    else if (url.includes('uploads')) response.writeHead(200).end(begun);
    else if (method === 'HEAD')
      response.writeHead(isComplete ? 200 : 404, isComplete ? { 'content-length': length } : {}).end();
    else if (method === 'DELETE') {
      removals.push(url);
      response.writeHead(204).end();
    } else if (isComplete) response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
    else {
      isComplete = true;
      response.destroy();
    }
  });
  expect(await store.put(randomUUID(), bytes(length))).toBe(length);
  expect(removals).toEqual([]);
});
