import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Upload } from 'tus-js-client';
import { expect, test } from 'vitest';
import type { ResumableUpload } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService, type TestRequest } from '../testing/test-service.ts';
import { untilRecorded } from '../testing/until-recorded.ts';

const service = started(startTestService, 'close');
const content = randomBytes(3_000_000);
const contentHash = createHash('sha256').update(content).digest('hex');

const call = (method: string, path: string, request: TestRequest = {}) =>
  service.call(method, path, { token: service.allKey, ...request });
const metadata = (input: object) => `input ${Buffer.from(JSON.stringify(input)).toString('base64')}`;
const tus = (more: Record<string, string> = {}) => ({ 'tus-resumable': '1.0.0', ...more });
const begin = (input: object, length: number, request: TestRequest = {}) =>
  call('POST', '/v1/uploads', {
    ...request,
    headers: tus({ 'upload-length': String(length), 'upload-metadata': metadata(input), ...request.headers }),
  });
const append = (path: string, offset: number, raw: string | Uint8Array<ArrayBuffer>, request: TestRequest = {}) =>
  call('PATCH', path, {
    ...request,
    raw,
    headers: tus({ 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }),
  });
const pathOf = (answer: { headers: Headers }) => answer.headers.get('location') ?? '';

type UploadChange = ConstructorParameters<typeof Upload>[1];

/** Uploads like the dashboard until it is complete or fails. */
function upload(input: object, change: UploadChange = {}): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const uploading: Upload = new Upload(content, {
      endpoint: `${service.url}/v1/uploads`,
      headers: { authorization: `Bearer ${service.allKey}` },
      metadata: { filename: 'a.bin', filetype: 'text/csv', input: JSON.stringify(input) },
      chunkSize: 1_000_000,
      retryDelays: [0, 50, 100],
      onSuccess: () => resolve(uploading),
      onError: reject,
      ...change,
    });
    uploading.start();
  });
}

test('a tus client uploads in parts; the blob is there when the last part is', async () => {
  const parts: number[] = [];
  const input = {
    storeName: 'tus',
    id: 'a/b',
    createEntry: true,
    fileName: 'ö.csv',
    contentType: 'text/csv',
    contentHash,
  };
  const done = await upload(input, { onChunkComplete: (_, accepted) => parts.push(accepted) });
  expect(parts).toEqual([1_000_000, 2_000_000, 3_000_000]);
  const path = new URL(done.url ?? '').pathname;
  const finished = (await call('GET', path)).body as ResumableUpload;
  expect(finished.result).toMatchObject({ storeName: 'tus', id: 'a/b', contentLength: 3_000_000, contentHash });
  const read = await fetch(`${service.url}/v1/stores/tus/blobs/a%2Fb`, {
    headers: { authorization: `Bearer ${service.allKey}` },
  });
  expect(read.headers.get('content-type')).toBe('text/csv');
  expect(Buffer.from(await read.arrayBuffer()).equals(content)).toBe(true);
  await untilRecorded(service.database);
  const [trail] = await service.database<{ count: number; target: string }[]>`
    select count(*)::int, max(target_id) as target from audit_record where operation = 'AppendUpload'`;
  expect(trail).toEqual({ count: 1, target: 'tus/a/b' });
});

test('an upload whose connection was cut goes on from what arrived', async () => {
  const begun = await begin({ storeName: 'tus', id: 'cut', createEntry: true, contentHash }, content.length);
  expect(begun.status, begun.text).toBe(201);
  const path = pathOf(begun);
  await sendHalfAndHangUp(path);
  await expect
    .poll(async () => Number((await call('HEAD', path, { headers: tus() })).headers.get('upload-offset')))
    .toBeGreaterThan(0);
  const resumed = await upload({}, { uploadUrl: service.url + path, chunkSize: Number.POSITIVE_INFINITY });
  expect(resumed.url).toBe(service.url + path);
  expect((await call('GET', path)).body).toMatchObject({ receivedBytes: content.length, result: { contentHash } });
}, 30_000);

/** Declares the whole content, sends half of it, and disconnects. */
function sendHalfAndHangUp(path: string): Promise<void> {
  return new Promise((resolve) => {
    const sending = httpRequest(service.url + path, {
      method: 'PATCH',
      headers: tus({
        authorization: `Bearer ${service.allKey}`,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': String(content.length),
      }),
    });
    sending.on('error', () => resolve());
    sending.on('close', () => resolve());
    sending.write(content.subarray(0, 1_500_000), () => sending.destroy());
  });
}

test('parts belong where the upload is, and bytes beyond its length are refused', async () => {
  const path = pathOf(await begin({ storeName: 'tus', id: 'offsets', createEntry: true }, 6));
  expect(await append(path, 3, 'def')).toMatchObject({ status: 409, body: { code: 'UploadOffsetMismatch' } });
  const first = await append(path, 0, 'abc');
  expect([first.status, first.headers.get('upload-offset'), first.headers.get('tus-resumable')]).toEqual([
    204,
    '3',
    '1.0.0',
  ]);
  const listed = await call('GET', '/v1/uploads?storeName=tus');
  expect(listed.body).toMatchObject({
    value: expect.arrayContaining([expect.objectContaining({ id: 'offsets', receivedBytes: 3 })]),
  });
  expect(new Date(first.headers.get('upload-expires') ?? '').getTime()).toBeGreaterThan(Date.now());
  expect((await append(path, 3, 'defg')).status).toBeGreaterThanOrEqual(400);
  expect((await call('GET', '/v1/stores/tus/blobs/offsets')).status).toBe(404);
  expect((await append(path, 3, 'def')).status).toBe(204);
  expect((await call('GET', '/v1/stores/tus/blobs/offsets')).text).toBe('abcdef');
});

test('creation takes the first bytes along; an empty blob is done at once', async () => {
  const raw = 'whole';
  const headers = { 'content-type': 'application/offset+octet-stream' };
  const whole = await begin({ storeName: 'tus', id: 'whole', createEntry: true }, 5, { raw, headers });
  expect([whole.status, whole.headers.get('upload-offset')]).toEqual([201, '5']);
  expect((await call('GET', '/v1/stores/tus/blobs/whole')).text).toBe('whole');
  expect((await begin({ storeName: 'tus', id: 'empty', createEntry: true }, 0)).status).toBe(201);
  expect((await call('GET', '/v1/stores/tus/blobs/empty')).status).toBe(200);
});

test('what cannot become a blob is refused at the latest when it is complete', async () => {
  const late = pathOf(await begin({ storeName: 'tus', id: 'late', createEntry: true }, 3));
  await call('PUT', '/v1/stores/tus/entries/late', { body: { id: 'late', value: 1, hasBlob: true } });
  await call('PUT', '/v1/stores/tus/blobs/late', { raw: 'first', headers: { 'content-type': 'text/plain' } });
  expect(await append(late, 0, 'abc')).toMatchObject({ status: 409, body: { code: 'BlobAlreadyExists' } });
  const wrong = pathOf(await begin({ storeName: 'tus', id: 'wrong', createEntry: true, contentHash }, 3));
  expect(await append(wrong, 0, 'abc')).toMatchObject({ status: 400, body: { code: 'ContentHashMismatch' } });
});

test('an upload is its maker’s alone, and ends by DELETE', async () => {
  const path = pathOf(await begin({ storeName: 'tus', id: 'own', createEntry: true }, 3));
  const token = await service.key('state/create', 'state/read');
  const stranger = { token, headers: tus() };
  for (const method of ['GET', 'HEAD', 'DELETE']) expect((await call(method, path, stranger)).status).toBe(404);
  expect(await append(path, 0, 'abc', { token })).toMatchObject({ status: 404, body: { code: 'UploadNotFound' } });
  expect((await call('GET', '/v1/uploads', { token })).body).toMatchObject({ value: [] });
  expect((await call('DELETE', path, { headers: tus() })).status).toBe(204);
  expect((await call('HEAD', path, { headers: tus() })).status).toBe(404);
});

test('who does not say that it speaks tus is refused, and nothing is done', async () => {
  const path = pathOf(await begin({ storeName: 'tus', id: 'protocol', createEntry: true }, 3));
  const plain = { raw: 'abc', headers: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } };
  const other = { ...plain, headers: { ...plain.headers, 'tus-resumable': '0.2.0' } };
  for (const request of [plain, other])
    expect(await call('PATCH', path, request)).toMatchObject({ status: 412, body: { code: 'PreconditionFailed' } });
  expect((await call('DELETE', path)).status).toBe(412);
  expect((await call('HEAD', path)).status).toBe(412);
  expect((await call('GET', path)).body).toMatchObject({ receivedBytes: 0 });
});

test('an upload tells when it expires as long as it is under way', async () => {
  const path = pathOf(await begin({ storeName: 'tus', id: 'expiry', createEntry: true }, 3));
  const part = await append(path, 0, 'ab');
  expect(Date.parse(part.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
  const last = await append(path, 2, 'c');
  expect([last.status, last.headers.get('upload-offset'), last.headers.get('upload-expires')]).toEqual([
    204,
    '3',
    null,
  ]);
});

test('an isolated upload goes to its caller’s own store', async () => {
  const headers = { 'taskdeck-isolation': 'isolated' };
  const path = pathOf(await begin({ storeName: 'private', id: 'x', createEntry: true }, 3, { headers }));
  expect((await append(path, 0, 'abc')).status).toBe(204);
  expect((await call('GET', '/v1/stores/private/blobs/x')).status).toBe(404);
  expect((await call('GET', '/v1/stores/private/blobs/x', { headers })).text).toBe('abc');
});

test('the protocol is said, asked for, and answered with problems', async () => {
  const options = await service.call('OPTIONS', '/v1/uploads');
  expect([options.status, options.headers.get('tus-version')]).toEqual([204, '1.0.0']);
  expect(options.headers.get('tus-extension')).toContain('creation-with-upload');
  expect(await call('POST', '/v1/uploads')).toMatchObject({ status: 412, body: { code: 'PreconditionFailed' } });
  const invalid: [Record<string, string>, string][] = [
    [{}, 'upload-metadata'],
    [{ 'upload-metadata': 'input !' }, 'upload-metadata'],
    [{ 'upload-metadata': metadata({ storeName: 'Bad', id: 'x' }), 'upload-length': 'x' }, 'upload-length'],
  ];
  for (const [headers, name] of invalid) {
    const answer = await call('POST', '/v1/uploads', { headers: tus({ 'upload-length': '3', ...headers }) });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.text).toContain(name);
    expect(answer.headers.get('tus-resumable')).toBe('1.0.0');
  }
  const bad = await begin({ storeName: 'Bad store', id: 'x' }, 3);
  expect(bad, bad.text).toMatchObject({ status: 400 });
});
