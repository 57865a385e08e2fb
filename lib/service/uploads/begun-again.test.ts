import { expect, test } from 'vitest';
import type { ResumableUpload } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService, type TestRequest } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
const bytes = { 'content-type': 'application/offset+octet-stream' };

const call = (method: string, path: string, request: TestRequest = {}) =>
  service.call(method, path, { token: service.allKey, ...request });

/** Begins an upload with a key, as a caller does again that heard no answer. */
const begin = (key: string, id: string, length: number, { headers, ...request }: TestRequest = {}) =>
  call('POST', '/v1/uploads', {
    ...request,
    headers: {
      'tus-resumable': '1.0.0',
      'idempotency-key': key,
      'upload-length': String(length),
      'upload-metadata': `input ${Buffer.from(JSON.stringify({ storeName: 'again', id, createEntry: true })).toString('base64')}`,
      ...headers,
    },
  });
const idOf = (answer: { body: unknown }) => (answer.body as ResumableUpload).uploadId;
const blobOf = async (id: string) => (await call('GET', `/v1/stores/again/blobs/${id}`)).text;
const versionsOf = async (id: string) =>
  ((await call('GET', `/v1/stores/again/versions/${id}`)).body as { value: unknown[] }).value.length;

test('the same key begins one upload, which is returned as it is by then', async () => {
  const first = await begin('one', 'one', 6);
  expect(first.body).toMatchObject({ receivedBytes: 0 });
  expect(idOf(await begin('one', 'one', 6))).toBe(idOf(first));
  const path = first.headers.get('location') ?? '';
  await call('PATCH', path, { raw: 'abc', headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', ...bytes } });
  const third = await begin('one', 'one', 6, { raw: 'abc', headers: bytes });
  expect([third.status, third.headers.get('location'), third.headers.get('upload-offset')]).toEqual([201, path, '3']);
  const { value } = (await call('GET', '/v1/uploads?storeName=again')).body as { value: ResumableUpload[] };
  expect(value.filter(({ id }) => id === 'one')).toHaveLength(1);
});

test('a file that comes with the creation is stored once, and each answer says as what', async () => {
  const send = () => begin('whole', 'whole', 5, { raw: 'whole', headers: bytes });
  const [first, second] = [await send(), await send()];
  expect(first.body).toMatchObject({ receivedBytes: 5, result: { id: 'whole', contentLength: 5 } });
  expect(second.body).toEqual(first.body);
  expect([await blobOf('whole'), await versionsOf('whole')]).toEqual(['whole', 1]);
  const empty = [await begin('empty', 'empty', 0), await begin('empty', 'empty', 0)];
  expect(empty[1]?.body).toEqual(empty[0]?.body);
  expect(await versionsOf('empty')).toBe(1);
});

test('ten of the same creation at once store the file once', async () => {
  const send = async (): Promise<ResumableUpload> => {
    for (;;) {
      const answer = await begin('ten', 'ten', 5, { raw: 'ten..', headers: bytes });
      if (answer.status === 201 && (answer.body as ResumableUpload).result !== undefined)
        return answer.body as ResumableUpload;
      const { code } = answer.body as { code?: string };
      expect([undefined, 'IdempotencyKeyInUse', 'UploadInUse', 'UploadOffsetMismatch']).toContain(code);
    }
  };
  const all = await Promise.all(Array.from({ length: 10 }, send));
  expect(new Set(all.map(({ uploadId }) => uploadId)).size).toBe(1);
  expect([await blobOf('ten'), await versionsOf('ten')]).toEqual(['ten..', 1]);
});

test('a key is for one upload of one caller', async () => {
  const first = await begin('mine', 'mine', 5);
  for (const other of [await begin('mine', 'other', 5), await begin('mine', 'mine', 6)])
    expect(other).toMatchObject({ status: 409, body: { code: 'IdempotencyKeyReused' } });
  const token = await service.key('state/create');
  const ofStranger = await begin('mine', 'mine', 5, { token });
  expect(ofStranger.status).toBe(201);
  expect(idOf(ofStranger)).not.toBe(idOf(first));
  const isolated = await begin('mine', 'mine', 5, { headers: { 'taskdeck-isolation': 'isolated' } });
  expect(idOf(isolated)).not.toBe(idOf(first));
});

test('a key is free again once its upload is canceled, expired, or its process died before it was begun', async () => {
  const first = await begin('free', 'free', 5);
  await call('DELETE', first.headers.get('location') ?? '', { headers: { 'tus-resumable': '1.0.0' } });
  const second = await begin('free', 'free', 5);
  expect(second.status).toBe(201);
  expect(idOf(second)).not.toBe(idOf(first));
  await service.database`update blob_upload set expires_on = now() - interval '1 second' where key = ${idOf(second)}`;
  const third = await begin('free', 'free', 5);
  expect(idOf(third)).not.toBe(idOf(second));
  await service.database`update blob_upload set store_state = '' where key = ${idOf(third)}`;
  expect(await begin('free', 'free', 5)).toMatchObject({ status: 409, body: { code: 'IdempotencyKeyInUse' } });
  await service.database`update blob_upload set created_on = now() - interval '1 minute' where key = ${idOf(third)}`;
  const fourth = await begin('free', 'free', 5);
  expect(fourth.status).toBe(201);
  expect(idOf(fourth)).not.toBe(idOf(third));
});

test('what is refused at its end is refused again', async () => {
  await call('PUT', '/v1/stores/again/blobs/taken', { raw: 'first', headers: { 'content-type': 'text/plain' } });
  await begin('before', 'taken', 5, { raw: 'first', headers: bytes });
  for (let i = 0; i < 2; i++)
    expect(await begin('taken', 'taken', 5, { raw: 'other', headers: bytes })).toMatchObject({
      status: 409,
      body: { code: 'BlobAlreadyExists' },
    });
  expect(await blobOf('taken')).toBe('first');
});
