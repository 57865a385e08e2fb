import { describe, expect, test } from 'vitest';
import { limits } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { callService, startTestService, type TestRequest } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const call = (method: string, path: string, request: TestRequest = {}) =>
  service.call(method, path, { token: service.allKey, ...request });
const put = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
  (await call('PUT', path, { body, headers })).status;

describe('a PUT answers 201 when it created what its path names, and 200 when it replaced it', () => {
  test('an entry, also after its deletion', async () => {
    const path = '/v1/stores/created/entries/a/b';
    expect(await put(path, { id: 'a/b', value: 1 })).toBe(201);
    expect(await put(path, { id: 'a/b', value: 2 })).toBe(200);
    await call('DELETE', path);
    expect(await put(path, { id: 'a/b', value: 3 })).toBe(201);
  });

  test('the retry of a creation gets the 201 again', async () => {
    const again = { 'idempotency-key': 'created once' };
    expect(await put('/v1/stores/created/entries/retried', { value: 1 }, again)).toBe(201);
    expect(await put('/v1/stores/created/entries/retried', { value: 1 }, again)).toBe(201);
  });

  test('a blob, with its entry or alone', async () => {
    const path = '/v1/stores/created/blobs/with-blob';
    await put('/v1/stores/created/entries/with-blob', { value: 1, hasBlob: true });
    const upload = async (query = '') => (await call('PUT', path + query, { raw: 'bytes' })).status;
    expect(await upload('?overwrite=true')).toBe(201);
    expect(await upload('?overwrite=true')).toBe(200);
    await put('/v1/stores/created/entries/with-blob', { value: 1, hasBlob: false });
    await put('/v1/stores/created/entries/with-blob', { value: 1, hasBlob: true });
    expect(await upload()).toBe(201);
  });

  test('the policy of a store, also after it was cleared', async () => {
    const path = '/v1/stores/ruled/policy';
    expect(await put(path, { acceptsBlobs: false })).toBe(201);
    expect(await put(path, { acceptsBlobs: true })).toBe(200);
    expect(await put(path, {})).toBe(200);
    expect(await put(path, { acceptsBlobs: true })).toBe(201);
  });

  test('the limits of an owner', async () => {
    const { body } = await call('GET', '/v1/quotas');
    const [{ owner }] = Object(body).value;
    expect(await put(`/v1/quotas/${encodeURIComponent(owner)}`, { queuedTasks: 9 })).toBe(201);
    expect(await put(`/v1/quotas/${encodeURIComponent(owner)}`, {})).toBe(200);
  });

  test('a secret and a lock', async () => {
    expect(await put('/v1/secrets/CREATED', { value: 'one of its kind' })).toBe(201);
    expect(await put('/v1/secrets/CREATED', { value: 'another one' })).toBe(200);
    const { status, body } = await call('PUT', '/v1/locks/created', { body: {} });
    expect(status).toBe(201);
    const { fencingToken } = body as { fencingToken: number };
    expect(await put('/v1/locks/created', { fencingToken })).toBe(200);
  });
});

describe('the id of an entry', () => {
  const path = '/v1/stores/named/entries/a%2Fb';

  test('may be left out of the body', async () => {
    expect(await call('PUT', path, { body: { value: 1 } })).toMatchObject({
      status: 201,
      body: { id: 'a/b', value: 1 },
    });
  });

  test('in the body must be that of the path', async () => {
    expect(await call('PUT', path, { body: { id: 'other', value: 1 } })).toMatchObject({
      status: 400,
      body: { code: 'InvalidRequest', errors: [{ pointer: '/id' }] },
    });
  });
});

describe('multipart', () => {
  const input = { value: { n: 1 } };
  const options = { contentType: 'text/csv', fileName: 'a.csv' };
  const json = (value: unknown) => new Blob([JSON.stringify(value)], { type: 'application/json' });
  const send = async (id: string, parts: readonly (readonly [string, string | Blob])[]) => {
    const form = new FormData();
    for (const [name, part] of parts) form.append(name, part);
    const answer = await fetch(`${service.url}/v1/stores/parts/entries/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${service.allKey}` },
      body: form,
    });
    return { status: answer.status, body: await answer.json() };
  };
  const blob = ['blob', new Blob(['a,b'])] as const;

  test.each<[string, string | Blob, string | Blob]>([
    ['texts', JSON.stringify(input), JSON.stringify(options)],
    ['blobs', json(input), json(options)],
    ['one-of-each', json(input), JSON.stringify(options)],
  ])('input and options may be %s', async (id, inputPart, optionsPart) => {
    expect(await send(id, [['input', inputPart], ['options', optionsPart], blob])).toMatchObject({
      status: 201,
      body: { value: { n: 1 }, blob: { contentType: 'text/csv', fileName: 'a.csv', contentLength: 3 } },
    });
  });

  test.each([
    ['a large input as a blob', [['input', json({ value: 'x'.repeat(300_000) })], blob], 201],
    ['an input of no JSON', [['input', new Blob(['{'])], blob], 400],
    ['no input', [blob], 400],
    ['an input that comes last', [blob, ['input', json(input)]], 400],
    ['two inputs', [['input', json(input)], ['input', JSON.stringify(input)], blob], 400],
    ['two blobs', [['input', json(input)], blob, blob], 400],
    ['a part of another name', [['input', json(input)], ['other', json(input)], blob], 400],
  ] as const)('with %s', async (_, parts, status) => {
    expect((await send(crypto.randomUUID(), parts)).status).toBe(status);
  });
});

describe('a store that does not exist', () => {
  test.each([
    ['GET', '/entries'],
    ['GET', '/entries?delimiter=/'],
    ['GET', '/entries?search=x'],
    ['GET', '/entries/a'],
    ['GET', '/versions/a'],
    ['GET', '/access/a'],
    ['GET', '/blobs/a'],
    ['GET', ''],
    ['POST', '/bulk-get', {}],
    ['POST', '/bulk-get', { ids: ['a'] }],
    ['POST', '/bulk-get', { prefix: 'a' }],
  ])('is 404 StoreNotFound for every read: %s %s', async (method, path, body?: object) => {
    const answer = await call(method, `/v1/stores/none${path}`, body === undefined ? {} : { body });
    expect(answer).toMatchObject({ status: 404, body: { code: 'StoreNotFound' } });
  });
});

test('hasBlob as a filter is the field: whether an entry can have a blob', async () => {
  for (const [id, hasBlob] of [
    ['can', true],
    ['has', true],
    ['cannot', false],
  ] as const)
    await put(`/v1/stores/blobs/entries/${id}`, { value: 1, hasBlob });
  await call('PUT', '/v1/stores/blobs/blobs/has', { raw: 'bytes' });
  const ids = async (query: string) => {
    const { body } = await call('GET', `/v1/stores/blobs/entries?${query}`);
    return (body as { value: { id: string }[] }).value.map(({ id }) => id);
  };
  expect(await ids('hasBlob=true')).toEqual(['can', 'has']);
  expect(await ids('hasBlob=true&orderBy=lastModifiedOn%20desc')).toEqual(['has', 'can']);
  expect(await ids('hasBlob=false')).toEqual(['cannot']);
});

describe('a number beyond a limit is named with the limit', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `e${n}`, value: 1 }));
  const tags = Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`t${n}`, '']));
  test.each([
    [
      'POST',
      '/v1/stores/s/bulk-save',
      { entries: many(1_001) },
      '/entries',
      'has 1001 entries, the limit (bulkEntries) is 1000',
    ],
    [
      'POST',
      '/v1/stores/s/bulk-get',
      { ids: many(1_001).map(({ id }) => id) },
      '/ids',
      'has 1001 entries, the limit (bulkEntries) is 1000',
    ],
    [
      'POST',
      '/v1/stores/s/bulk-delete',
      { deletes: many(1_002).map(({ id }) => ({ id })) },
      '/deletes',
      'has 1002 entries, the limit (bulkEntries) is 1000',
    ],
    [
      'POST',
      '/v1/stores/s/transaction',
      { upserts: many(101) },
      '',
      'has 101 operations, the limit (transactionOperations) is 100',
    ],
    ['PUT', '/v1/stores/s/entries/a', { value: 1, tags }, '/tags', 'has 65 tags, the limit (tagsPerTask) is 64'],
    [
      'POST',
      '/v1/tasks',
      { type: 'test.echo', sensitive: Array.from({ length: 65 }, () => '/input') },
      '/sensitive',
      'has 65 pointers, the limit (sensitivePointers) is 64',
    ],
    [
      'POST',
      '/v1/tasks',
      { type: 'test.echo', name: 'x'.repeat(257) },
      '/name',
      'has 257 characters, the maximum is 256',
    ],
    ['POST', '/v1/tasks', { type: 'test.echo', priority: 40_000 }, '/priority', 'is 40000, the maximum is 32767'],
  ])('%s %s', async (method, path, body, pointer, message) => {
    const answer = await callService(service.url, method, path, { token: service.allKey, body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'InvalidRequest', errors: [{ pointer, message }] } });
  });

  test('in a query too', async () => {
    const status = Array.from({ length: 101 }, () => 'status=failed').join('&');
    expect(await call('GET', `/v1/tasks?${status}`)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: 'query/status', message: 'has 101 items, the maximum is 100' }] },
    });
    expect(limits.tagsPerTask).toBe(64);
  });
});
