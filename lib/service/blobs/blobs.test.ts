import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService, type TestRequest } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
const content = randomBytes(300_000);
const sha256 = createHash('sha256').update(content).digest();
let etag = '';
let modified = '';
const path = '/v1/stores/files/blobs/a%2Fb';

beforeAll(async () => {
  await save('a/b');
  const uploaded = await upload(path, content, { 'content-type': 'text/plain; charset=utf-8' });
  expect(uploaded.status, uploaded.text).toBe(201);
  etag = uploaded.headers.get('etag') ?? '';
  const read = await get();
  modified = read.headers.get('last-modified') ?? '';
});

const call = (method: string, at: string, request: TestRequest = {}) =>
  service.call(method, at, { token: service.allKey, ...request });
const save = (id: string, more: object = {}) =>
  call('PUT', `/v1/stores/files/entries/${encodeURIComponent(id)}`, { body: { id, value: 1, hasBlob: true, ...more } });
const upload = (at: string, raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  call('PUT', at, { raw, headers: { 'content-type': 'application/octet-stream', ...headers } });
async function get(headers: Record<string, string> = {}, at = path, method = 'GET') {
  const response = await fetch(service.url + at, {
    method,
    headers: { authorization: `Bearer ${service.allKey}`, ...headers },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('a blob comes back whole with its facts, and HEAD says the same', async () => {
  const read = await get();
  expect(read.status).toBe(200);
  expect(read.bytes.equals(content)).toBe(true);
  const head = await get({}, path, 'HEAD');
  expect(head.status).toBe(200);
  for (const { headers } of [read, head]) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '300000',
      'accept-ranges': 'bytes',
      etag,
      'repr-digest': `sha-256=:${sha256.toString('base64')}:`,
      'content-disposition': `attachment; filename="b"; filename*=UTF-8''b`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('last-modified')).toMatch(/ GMT$/);
  }
});

describe('ranges', () => {
  test.for([
    ['bytes=0-0', 206, 0, 0],
    ['bytes=0-99', 206, 0, 99],
    ['bytes=299999-', 206, 299_999, 299_999],
    ['bytes=100-', 206, 100, 299_999],
    ['bytes=-1', 206, 299_999, 299_999],
    ['bytes=-999999', 206, 0, 299_999],
    ['bytes=10-999999', 206, 10, 299_999],
    ['BYTES=5-6', 206, 5, 6],
    ['bytes=0-1,5-6', 200, 0, 299_999],
    ['bytes=9-5', 200, 0, 299_999],
    ['bytes=a-b', 200, 0, 299_999],
    ['bytes=-', 200, 0, 299_999],
    ['items=0-1', 200, 0, 299_999],
    ['bytes=300000-', 416, 0, -1],
    ['bytes=-0', 416, 0, -1],
  ] as const)('%s is %i', async ([range, status, start, end]) => {
    const read = await get({ range });
    expect(read.status).toBe(status);
    if (status === 416) {
      expect(read.headers.get('content-range')).toBe('bytes */300000');
      expect(JSON.parse(read.bytes.toString())).toMatchObject({ code: 'InvalidRange' });
      return;
    }
    expect(read.bytes.equals(content.subarray(start, end + 1))).toBe(true);
    expect(read.headers.get('content-length')).toBe(String(end - start + 1));
    expect(read.headers.get('content-range')).toBe(status === 206 ? `bytes ${start}-${end}/300000` : null);
  });

  test('If-Range gives the part only of what it names', async () => {
    const status = async (ifRange: string) => (await get({ range: 'bytes=0-9', 'if-range': ifRange })).status;
    expect(await status(etag)).toBe(206);
    expect(await status('"other"')).toBe(200);
    expect(await status(`W/${etag}`)).toBe(200);
    expect(await status(modified)).toBe(206);
    expect(await status(new Date(0).toUTCString())).toBe(200);
  });

  test('HEAD has no range', async () => {
    expect((await get({ range: 'bytes=0-9' }, path, 'HEAD')).status).toBe(200);
  });
});

test('conditions of a read', async () => {
  const status = async (headers: Record<string, string>) => (await get(headers)).status;
  expect(await status({ 'if-none-match': etag })).toBe(304);
  expect(await status({ 'if-none-match': `"x", W/${etag}` })).toBe(304);
  expect(await status({ 'if-none-match': '*' })).toBe(304);
  expect(await status({ 'if-none-match': '"x"' })).toBe(200);
  expect(await status({ 'if-match': etag })).toBe(200);
  expect(await status({ 'if-match': `"x", ${etag}` })).toBe(200);
  expect(await status({ 'if-match': '*' })).toBe(200);
  expect(await status({ 'if-match': '"x"' })).toBe(412);
  expect(await status({ 'if-modified-since': modified })).toBe(304);
  expect(await status({ 'if-modified-since': new Date(0).toUTCString() })).toBe(200);
  expect(await status({ 'if-unmodified-since': new Date(0).toUTCString() })).toBe(412);
  const unchanged = await get({ 'if-none-match': etag });
  expect([unchanged.headers.get('etag'), unchanged.bytes.length]).toEqual([etag, 0]);
  expect((await get({ 'if-match': '*' }, '/v1/stores/files/blobs/nobody')).status).toBe(412);
  expect((await get({}, '/v1/stores/files/blobs/nobody')).status).toBe(404);
});

test('an entity tag counts more than a time; a weak one is enough to read, not to rely on', async () => {
  const status = async (headers: Record<string, string>) => (await get(headers)).status;
  const before = new Date(0).toUTCString();
  expect(await status({ 'if-match': `W/${etag}` })).toBe(412);
  expect(await status({ 'if-match': etag, 'if-unmodified-since': before })).toBe(200);
  expect(await status({ 'if-none-match': '"x"', 'if-modified-since': modified })).toBe(200);
  expect(await status({ 'if-unmodified-since': modified })).toBe(200);
  expect(await status({ 'if-modified-since': 'no time' })).toBe(200);
  expect(await status({ 'if-match': etag, 'if-none-match': etag })).toBe(304);
});

test('a blob tells how its bytes are coded and that it may be shown, as it was uploaded', async () => {
  await save('facts');
  const at = '/v1/stores/files/blobs/facts';
  const uploaded = await upload(`${at}?contentEncoding=gzip&contentDisposition=inline`, 'x', { 'content-type': 'a/b' });
  expect(uploaded.status, uploaded.text).toBe(201);
  const head = await get({}, at, 'HEAD');
  expect(head.headers.get('content-encoding')).toBe('gzip');
  expect(head.headers.get('content-disposition')).toMatch(/^inline; filename="facts"/);
  const asked = await get({}, `${at}?disposition=attachment`, 'HEAD');
  expect(asked.headers.get('content-disposition')).toMatch(/^attachment;/);
  await save('elsewhere');
  const { versionId } = uploaded.body as { versionId: string };
  expect((await get({}, `/v1/stores/files/blobs/elsewhere?versionId=${versionId}`)).status).toBe(404);
});

test('an upload replaces a blob only when it is told to, or names what it replaces', async () => {
  await save('replaced');
  const at = '/v1/stores/files/blobs/replaced';
  const first = await upload(at, 'one');
  expect(first.status, first.text).toBe(201);
  expect(await upload(at, 'two')).toMatchObject({ status: 409, body: { code: 'BlobAlreadyExists' } });
  expect(await upload(at, 'two', { 'if-match': '"other"' })).toMatchObject({ status: 412 });
  expect((await upload(at, 'two', { 'if-match': first.headers.get('etag') ?? '' })).status).toBe(200);
  expect(await upload(`${at}?overwrite=true`, 'three', { 'if-none-match': '*' })).toMatchObject({ status: 409 });
  expect((await upload(`${at}?overwrite=true`, 'three')).status).toBe(200);
  expect((await get({}, at)).bytes.toString()).toBe('three');
  const entry = await call('GET', '/v1/stores/files/entries/replaced');
  expect(entry.body).toMatchObject({ version: 4, blob: { contentLength: 5 } });
  const earlier = (first.body as { versionId: string }).versionId;
  expect((await get({}, `${at}?versionId=${earlier}`)).bytes.toString()).toBe('one');
});

test('an upload is refused with its reason, and nothing of it can be read', async () => {
  const at = '/v1/stores/files/blobs/refused';
  expect(await upload(at, 'x')).toMatchObject({ status: 404, body: { code: 'StateNotFound' } });
  await save('refused', { hasBlob: false });
  expect(await upload(at, 'x')).toMatchObject({ status: 409, body: { code: 'BlobNotAccepted' } });
  await save('refused', { hasBlob: true });
  expect(await upload(`${at}?contentHash=${'0'.repeat(64)}`, 'x')).toMatchObject({
    status: 400,
    body: { code: 'ContentHashMismatch' },
  });
  expect(await upload(at, 'x', { 'content-type': 'not a type' })).toMatchObject({ status: 400 });
  expect(await upload(at, 'x', { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
  expect((await get({}, at)).status).toBe(404);
  const hash = createHash('sha256').update('x').digest('hex');
  expect(await upload(`${at}?contentHash=${hash}`, 'x')).toMatchObject({ status: 201, body: { contentHash: hash } });
});

test('a retried upload with its key is one upload', async () => {
  await save('once');
  const at = '/v1/stores/files/blobs/once';
  const headers = { 'idempotency-key': 'upload-1' };
  const first = await upload(at, 'same', headers);
  expect(first.status).toBe(201);
  expect((await upload(at, 'same', headers)).text).toBe(first.text);
  expect(await upload(at, 'another', headers)).toMatchObject({ status: 409, body: { code: 'IdempotencyKeyReused' } });
  await service.database`update idempotent_answer set sealed_answer = null, sealed_with = null, claimed_on = now() - interval '10 seconds' where key = 'upload-1'`;
  const { receipt: _, ...known } = first.body as { receipt: string };
  expect(await upload(at, 'same', headers)).toMatchObject({ status: 200, body: known });
});

test.for([
  ['a"b\\c', `filename="a_b_c"; filename*=UTF-8''a%22b_c`],
  ["it's (1).txt", `filename="it's (1).txt"; filename*=UTF-8''it%27s%20%281%29.txt`],
  ['line\r\nset-cookie: a=b', `filename="line__set-cookie: a=b"; filename*=UTF-8''line__set-cookie%3A%20a%3Db`],
  ['übersicht 🚀.csv', `filename="_bersicht __.csv"; filename*=UTF-8''%C3%BCbersicht%20%F0%9F%9A%80.csv`],
  ['../etc/inv\u202egpj.exe', `filename=".._etc_inv_gpj.exe"; filename*=UTF-8''.._etc_inv_gpj.exe`],
  ['100%.txt', `filename="100_.txt"; filename*=UTF-8''100%25.txt`],
] as const)('a file named %j stays in its header', async ([fileName, expected]) => {
  const id = `named ${fileName.replaceAll(/[\r\n]/g, ' ')}`;
  await save(id);
  const at = `/v1/stores/files/blobs/${encodeURIComponent(id)}`;
  const uploaded = await upload(`${at}?fileName=${encodeURIComponent(fileName)}`, 'x');
  expect(uploaded.status, uploaded.text).toBe(201);
  const read = await get({}, at);
  expect(read.headers.get('content-disposition')).toBe(`attachment; ${expected}`);
  expect(read.headers.get('set-cookie')).toBeNull();
});

test('what a browser might run is never shown, only saved', async () => {
  for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'TEXT/HTML; charset=utf-8']) {
    await save(type);
    const at = `/v1/stores/files/blobs/${encodeURIComponent(type)}?`;
    await upload(`${at}contentDisposition=inline`, '<script>alert(1)</script>', { 'content-type': type });
    expect((await get({}, `${at}disposition=inline`)).headers.get('content-disposition')).toMatch(/^attachment;/);
  }
  expect((await get({}, `${path}?disposition=inline`)).headers.get('content-disposition')).toMatch(/^inline;/);
});

test('the same Idempotency-Key with other bytes is refused, alone and with the entry, and with the same bytes it is answered again', async () => {
  await save('once');
  const alone = (raw: string) =>
    upload('/v1/stores/files/blobs/once?overwrite=true', raw, { 'idempotency-key': 'bytes-once' });
  const first = await alone('aaa');
  expect(first.status, first.text).toBe(200);
  expect(await alone('bbb')).toMatchObject({ status: 409, body: { code: 'IdempotencyKeyReused' } });
  expect(await alone('aaa')).toMatchObject({ status: first.status, text: first.text });
  expect((await get({}, '/v1/stores/files/blobs/once')).bytes.toString()).toBe('aaa');

  const together = async (bytes: string) => {
    const form = new FormData();
    form.set('input', JSON.stringify({ value: 1, hasBlob: true }));
    form.set('blob', new Blob([bytes]), 'a.txt');
    const response = await fetch(`${service.url}/v1/stores/files/entries/both`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${service.allKey}`, 'idempotency-key': 'bytes-both' },
      body: form,
    });
    return { status: response.status, text: await response.text() };
  };
  const saved = await together('aaa');
  expect(saved.status, saved.text).toBe(201);
  expect(await together('bbb')).toMatchObject({ status: 409, text: expect.stringContaining('IdempotencyKeyReused') });
  expect(await together('aaa')).toEqual(saved);
});
