import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { kindsOfObjectServers, objectServers } from '../testing/object-servers.ts';

const servers = objectServers();
afterEach(() => servers.end());

const begun = '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>';

async function* thenBroken(length: number): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(length);
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
