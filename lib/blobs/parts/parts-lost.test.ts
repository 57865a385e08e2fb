import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { kindsOfObjectServers, objectServers } from '../testing/object-servers.ts';

const servers = objectServers();
afterEach(() => servers.end());

const MiB = 1024 * 1024;
const begun = '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>';

async function* bytes(length: number): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(length);
}

/** A store whose service removes the parts of objects when `removing` is called, as a rule of the bucket does. */
async function storeLosingParts(kind: string) {
  let areRemoved = false;
  const lost = kind === 's3' ? [404, 'NoSuchUpload'] : [400, 'InvalidBlockList'];
  const store = await servers.storeOver(kind, (response, { method = '', url = '' }) => {
    const isPart = /partNumber=|comp=block(&|$)/.test(url);
    const isCompletion = method === 'POST' && url.includes('uploadId=') ? true : url.includes('comp=blocklist');
    if (url.includes('uploads')) response.writeHead(200).end(begun);
    else if (method === 'HEAD') response.writeHead(404).end();
    else if (areRemoved && (isCompletion || (isPart && kind === 's3')))
      response
        .writeHead(Number(lost[0]), { 'content-type': 'application/xml', 'x-ms-error-code': String(lost[1]) })
        .end(`<Error><Code>${lost[1]}</Code><Message>gone</Message></Error>`);
    else response.writeHead(kind === 's3' ? 200 : 201, { etag: '"1"' }).end();
  });
  return { store, removing: () => (areRemoved = true) };
}

const fromTheStart = { name: 'BytesLostError', length: 0 };

test.each(kindsOfObjectServers)('an upload whose parts %s has removed begins again at its end', async (kind) => {
  const { store, removing } = await storeLosingParts(kind);
  const key = randomUUID();
  const { state } = await store.append(key, await store.begin(key), 0, bytes(16 * MiB));
  removing();
  await expect(store.finish(key, state)).rejects.toMatchObject(fromTheStart);
});

test('an upload whose parts S3 has removed begins again at its next part', async () => {
  const { store, removing } = await storeLosingParts('s3');
  const key = randomUUID();
  const { state, length } = await store.append(key, await store.begin(key), 0, bytes(16 * MiB));
  removing();
  await expect(store.append(key, state, length, bytes(20 * MiB))).rejects.toMatchObject(fromTheStart);
});
