import { expect, test } from 'vitest';
import { type BlobStore, createBlobStore } from '#blobs';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { startTestService, type TestRequest } from '../testing/test-service.ts';

const folder = temporaryFolder('shrunk-rights');
const tus = (more: Record<string, string> = {}) => ({ 'tus-resumable': '1.0.0', ...more });
const input = Buffer.from(JSON.stringify({ storeName: 'mine', id: 'e', createEntry: true })).toString('base64');

test('a key that was deleted while its last bytes were stored changes nothing', async () => {
  const files = await createBlobStore({ store: 'file', folder });
  const storing = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<void>();
  const slow: BlobStore = {
    ...files,
    async put(key, source, signal) {
      const length = await files.put(key, source, signal);
      stored.resolve();
      await storing.promise;
      return length;
    },
  };
  const service = await startTestService({ blobStore: slow });
  try {
    const body = { id: 'e', value: 1, hasBlob: true };
    await service.call('PUT', '/v1/stores/mine/entries/e', { token: service.allKey, body });
    const token = await service.boundedKey({ stores: ['mine'] });
    const raw = { raw: 'abc', headers: { 'content-type': 'text/plain' } };
    const uploaded = service.call('PUT', '/v1/stores/mine/blobs/e', { token, ...raw });
    await stored.promise;
    await service.owner`delete from api_key where bounds is not null`;
    await expect.poll(async () => (await service.call('GET', '/v1/stores/mine/entries', { token })).status).toBe(401);
    storing.resolve();
    expect(await uploaded).toMatchObject({ status: 401 });
    expect((await service.call('GET', '/v1/stores/mine/blobs/e', { token: service.allKey })).status).toBe(404);
  } finally {
    await service.close();
  }
});

test('an upload to a store that left the bounds of its caller is not committed by a question about it', async () => {
  const files = await createBlobStore({ store: 'file', folder });
  const assembling = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow: BlobStore = {
    ...files,
    async finish(key, state) {
      begun.resolve();
      await assembling.promise;
      await files.finish(key, state);
    },
  };
  const service = await startTestService({ blobStore: slow });
  try {
    const token = await service.boundedKey({ stores: ['mine'] });
    const call = (method: string, path: string, request: TestRequest = {}) =>
      service.call(method, path, { token, ...request });
    const made = await call('POST', '/v1/uploads', {
      headers: tus({ 'upload-length': '3', 'upload-metadata': `input ${input}` }),
    });
    const path = made.headers.get('location') ?? '';
    const appended = call('PATCH', path, {
      raw: 'abc',
      headers: tus({ 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
    });
    await begun.promise;
    const elsewhere = JSON.stringify({ stores: ['other'] });
    await service.owner`update api_key set bounds = ${elsewhere}::text::json where bounds is not null`;
    await expect.poll(async () => (await call('GET', '/v1/stores/mine/entries')).status).toBe(403);
    assembling.resolve();
    expect(await appended).toMatchObject({ status: 403, body: { code: 'OutsideBounds' } });

    const strangers = await service.key('state/create');
    for (const asking of [token, strangers])
      for (const method of ['GET', 'HEAD', 'PATCH', 'DELETE'])
        expect(
          (
            await call(method, path, {
              token: asking,
              headers: tus({ 'upload-offset': '3', 'content-type': 'application/offset+octet-stream' }),
            })
          ).status,
        ).toBe(404);
    const blob = await service.call('GET', '/v1/stores/mine/blobs/e', { token: service.allKey });
    expect(blob.status, blob.text).toBe(404);

    const back = JSON.stringify({ stores: ['mine'] });
    await service.owner`update api_key set bounds = ${back}::text::json where bounds is not null`;
    await expect.poll(async () => (await call('GET', path)).status).toBe(200);
    expect((await service.call('GET', '/v1/stores/mine/blobs/e', { token: service.allKey })).text).toBe('abc');
  } finally {
    await service.close();
  }
});

test('an upload that is abandoned between its last byte and its blob leaves nothing', async () => {
  const files = await createBlobStore({ store: 'file', folder });
  let isBroken = true;
  const failing: BlobStore = {
    ...files,
    finish: (key, state) => (isBroken ? Promise.reject(new Error('the disk is full')) : files.finish(key, state)),
  };
  const service = await startTestService({ blobStore: failing, logLevel: 'silent' });
  try {
    const call = (method: string, path: string, request: TestRequest = {}) =>
      service.call(method, path, { token: service.allKey, ...request });
    const made = await call('POST', '/v1/uploads', {
      headers: tus({ 'upload-length': '3', 'upload-metadata': `input ${input}` }),
    });
    const path = made.headers.get('location') ?? '';
    const headers = tus({ 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' });
    expect((await call('PATCH', path, { raw: 'abc', headers })).status).toBe(500);
    isBroken = false;
    expect((await call('DELETE', path, { headers: tus() })).status).toBe(204);
    expect((await call('GET', '/v1/stores/mine/blobs/e')).status).toBe(404);
    expect((await call('HEAD', path, { headers: tus() })).status).toBe(404);
  } finally {
    await service.close();
  }
});
