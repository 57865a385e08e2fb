import { beforeAll, describe, expect, test } from 'vitest';
import { type Scope, type StateResponse, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService, type TestRequest } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
let blind = '';
let versionId = '';
const marker = '{"$redacted":true}';

beforeAll(async () => {
  blind = await service.key(...scopes.filter((scope): scope is Scope => scope !== 'sensitive/read'));
  await call('PUT', 'policy', { body: { sensitive: ['/pin'] } });
  await save('card', { number: 'hidden-1', pin: 'hidden-pin', name: 'Ada' }, { sensitive: ['/number'] });
  await save('card', { number: 'hidden-2', pin: 'hidden-pin', name: 'Ada' });
  await save('all', 'hidden-all', { sensitive: [''], hasBlob: true });
  const uploaded = await call('PUT', 'blobs/all?fileName=hidden-name&metadata=%7B%22a%22%3A%22hidden-metadata%22%7D', {
    raw: 'hidden-content',
    headers: { 'content-type': 'text/plain' },
  });
  ({ versionId } = uploaded.body as { versionId: string });
});

const call = (method: string, path: string, request: TestRequest = {}) =>
  service.call(method, `/v1/stores/vault/${path}`, { token: service.allKey, ...request });
const save = (id: string, value: unknown, more: object = {}, request: TestRequest = {}) =>
  call('PUT', `entries/${id}`, { body: { id, value, ...more }, ...request });

test.for([
  ['GET', 'entries/card'],
  ['GET', 'entries/all'],
  ['GET', 'entries'],
  ['GET', 'entries?orderBy=lastModifiedOn%20desc'],
  ['POST', 'bulk-get'],
  ['GET', 'versions/card?includeValue=true'],
  ['GET', 'versions/all?includeValue=true'],
  ['GET', 'version/1/card'],
] as const)('%s %s hides sensitive values from who may not see them', async ([method, path]) => {
  const unseen = await call(method, path, { token: blind });
  expect(unseen.status, unseen.text).toBe(200);
  expect(unseen.text).not.toContain('hidden-');
  expect(unseen.text).toContain(marker);
  expect((await call(method, path)).text).toContain('hidden-');
});

test('a search by value finds hidden values only for who may see them', async () => {
  const found = async (condition: unknown[], token?: string) => {
    const query = new URLSearchParams({ value: JSON.stringify(condition), includeValue: 'false' });
    const { body, text } = await call('GET', `entries?${query}`, token === undefined ? {} : { token });
    const { value, searchedCount } = body as { value: StateResponse[]; searchedCount: number };
    expect(searchedCount, text).toBe(2);
    return value.map(({ id }) => id);
  };
  const hidden: unknown[][] = [
    ['/pin', '=', 'hidden-pin'],
    ['/pin', '!=', 'other'],
    ['/pin', 'exists'],
    ['/pin', '>=', 'hidden'],
    ['/number', 'exists'],
  ];
  for (const condition of hidden) {
    expect([condition, await found(condition)]).toEqual([condition, expect.arrayContaining(['card'])]);
    expect([condition, await found(condition, blind)]).toEqual([condition, []]);
  }
  expect(await found(['/name', '=', 'Ada'], blind)).toEqual(['card']);
  expect(await found(['/name', 'missing'], blind), 'an entry that is hidden as a whole').toEqual([]);
  expect(await found(['/name', 'missing'])).toEqual(['all']);
});

describe('the answers to changes', () => {
  const kept = { number: { $redacted: true }, pin: { $redacted: true }, name: 'Eve' };

  test('hide what the caller could not see; a marker that is saved back keeps what is stored', async () => {
    const changes: [string, string, object][] = [
      ['PUT', 'entries/card', { id: 'card', value: kept }],
      ['POST', 'bulk-save', { entries: [{ id: 'card', value: kept }] }],
      ['POST', 'transaction', { upserts: [{ id: 'card', value: kept }] }],
      ['POST', 'restore', { id: 'card', version: 1 }],
    ];
    for (const [method, path, body] of changes) {
      const answer = await call(method, path, { token: blind, body });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.text).not.toContain('hidden-');
      expect(answer.text).toContain(marker);
      if (path !== 'restore') expect((await call('GET', 'entries/card')).text).toContain('"number":"hidden-2"');
    }
    expect((await call('GET', 'entries/card')).text).toContain('"number":"hidden-1"');
  });

  test.each([
    ['state/create', 'state/delete'],
    ['state/create', 'state/delete', 'sensitive/read'],
  ] as const)('show a writer with %j what was saved, and nothing that the entry kept', async (...granted) => {
    const writer = await service.key(...granted);
    const value = { number: 'hidden-3', name: 'Ada' };
    await save('kept', value, { sensitive: ['/number'], tags: { a: 'hidden-tag' }, hasBlob: true });
    await call('PUT', 'blobs/kept?overwrite=true', {
      raw: 'hidden-content',
      headers: { 'content-type': 'text/x-hidden-type' },
    });
    const given = { id: 'kept', value: { number: { $redacted: true }, name: 'Eve' } };
    const changes: [string, string, object, object][] = [
      ['PUT', 'entries/kept', given, { tags: {} }],
      ['POST', 'bulk-save', { entries: [given] }, { outcomes: [{ state: { tags: {} } }] }],
      ['POST', 'transaction', { upserts: [given] }, { upserted: [{ tags: {} }] }],
      ['PUT', 'entries/kept', { ...given, tags: { b: 'mine' } }, { tags: { b: 'mine' }, value: { name: 'Eve' } }],
    ];
    for (const [method, path, body, shown] of changes) {
      const answer = await call(method, path, { token: writer, body });
      expect(answer).toMatchObject({ status: 200, body: shown });
      expect(answer.text).not.toMatch(/hidden-|contentHash/);
    }
    const { body } = await call('GET', 'entries/kept');
    expect(body).toMatchObject({ value: { number: 'hidden-3' }, tags: { b: 'mine' }, blob: { contentLength: 14 } });
  });

  test('hide it when they are taken back', async () => {
    const deleted = await call('DELETE', 'entries/card');
    const receipt = deleted.headers.get('taskdeck-receipt');
    const undone = await call('POST', 'undo', { token: blind, body: { receipt } });
    expect(undone).toMatchObject({ status: 200, body: { restored: [{ id: 'card' }] } });
    expect(undone.text).not.toContain('hidden-');
  });
});

test('nobody lifts a pointer off a value that they cannot see', async () => {
  const refused = { status: 403, body: { code: 'InsufficientScope' } };
  const value = { number: { $redacted: true }, pin: { $redacted: true } };
  expect(await save('card', value, { sensitive: [] }, { token: blind })).toMatchObject(refused);
  const entries = [{ id: 'card', value, sensitive: ['/other'] }];
  expect(await call('POST', 'bulk-save', { token: blind, body: { entries } })).toMatchObject({
    body: { outcomes: [{ failure: refused.body }] },
  });
  expect(await call('POST', 'transaction', { token: blind, body: { upserts: entries } })).toMatchObject(refused);
  expect(await call('PUT', 'policy', { token: blind, body: {} })).toMatchObject(refused);
  expect((await save('card', value, { sensitive: ['/number', '/more'] }, { token: blind })).status).toBe(200);
  expect((await call('GET', 'entries/card')).text).toContain('"number":"hidden-');
  const fresh = await save('fresh', { a: 1 }, { sensitive: ['/a'] }, { token: blind });
  expect(fresh).toMatchObject({ status: 201, body: { value: { a: { $redacted: true } } } });
});

test('a blob of an entry that is sensitive as a whole needs the scope, whichever version', async () => {
  for (const path of ['blobs/all', `blobs/all?versionId=${versionId}`]) {
    for (const method of ['GET', 'HEAD']) expect((await call(method, path, { token: blind })).status).toBe(403);
    expect((await call('GET', path)).text).toBe('hidden-content');
  }
  const entry = await call('GET', 'entries/all', { token: blind });
  expect((entry.body as StateResponse).blob).toBeUndefined();
});

test('a blob of an entry that is sensitive in part is read without the scope, and named with the entry', async () => {
  await save('part', { number: 'hidden-1', name: 'Ada' }, { sensitive: ['/number'], hasBlob: true });
  const raw = 'a picture';
  expect((await call('PUT', 'blobs/part', { raw, headers: { 'content-type': 'text/plain' } })).status).toBe(201);
  expect(await call('GET', 'blobs/part', { token: blind })).toMatchObject({ status: 200, text: raw });
  const entry = await call('GET', 'entries/part', { token: blind });
  expect((entry.body as StateResponse).blob).toMatchObject({ contentLength: raw.length });
});

test('a refusal tells no value', async () => {
  await call('PUT', 'policy', {
    body: { sensitive: ['/pin'], schema: { properties: { pin: { const: 'hidden-pin' } } } },
  });
  const refused = await save('card', { pin: 'hidden-other' }, {}, { token: blind });
  expect(refused.status, refused.text).toBe(422);
  expect(refused.text).not.toContain('hidden-');
  const trail = await service.call('GET', '/v1/audit?maxPageSize=1000', { token: service.allKey });
  expect(trail.text).not.toContain('hidden-');
});

test('a step of a run shows no more of what it read than the entry does', async () => {
  await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', id: 'reader' } });
  const read = (await call('GET', 'entries/card')).text;
  await service.database`
    insert into step (task_key, run_count, sequence, name, kind, status, output, started_on, ended_on)
    select key, 1, sequence, 'read ' || sequence, 'state', 'succeeded', output::json, now(), now()
    from task, (values (0, ${read}::text), (1, ${`{"value":[${read}],"prefixes":[]}`})) as read (sequence, output)
    where id = 'reader'`;
  const path = '/v1/tasks/reader/history/1/steps';
  const unseen = await service.call('GET', path, { token: blind });
  expect(unseen.status, unseen.text).toBe(200);
  expect(unseen.text).not.toContain('hidden-');
  expect((await service.call('GET', path, { token: service.allKey })).text).toContain('hidden-');
});

test('isolated names are the caller’s own: nobody else lists, reads, writes or deletes what is behind them', async () => {
  const isolated = { headers: { 'taskdeck-isolation': 'isolated' } };
  const other = { token: await service.key(...scopes), ...isolated };
  expect((await save('mine', 'private', { hasBlob: true }, isolated)).status).toBe(201);
  for (const stranger of [other, { headers: {} }]) {
    expect(await call('GET', 'entries/mine', stranger)).toMatchObject({ status: 404 });
    expect((await call('GET', 'entries', stranger)).text).not.toContain('private');
    expect((await call('GET', 'versions/mine', stranger)).text).not.toContain('private');
    expect((await call('DELETE', 'entries/mine', stranger)).status).toBe(204);
    expect(
      (
        await call('PUT', 'blobs/mine', {
          raw: 'x',
          ...stranger,
          headers: { ...stranger.headers, 'content-type': 'a/b' },
        })
      ).status,
    ).toBe(404);
  }
  expect((await service.call('GET', '/v1/stores', other)).body).toEqual({ value: [] });
  expect((await call('GET', 'entries/mine', isolated)).body).toMatchObject({ value: 'private' });
  const wrong = await call('GET', 'entries/mine', { headers: { 'taskdeck-isolation': 'mine' } });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } });
});
