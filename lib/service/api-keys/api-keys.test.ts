import { describe, expect, test } from 'vitest';
import { fullScope, type Scope } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

type Created = { id: string; key: string };
const create = (body: object, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/api-keys', { token: service.allKey, body, headers });

test('a key works for its scopes until it is revoked, and is shown once', async () => {
  const made = await create({ name: 'ci', scopes: [fullScope('workers/read')] });
  const { id, key } = made.body as Created;
  expect(made.headers.get('location')).toBe(`/v1/api-keys/${id}`);
  expect((await service.call('GET', '/v1/identity', { token: key })).body).toEqual({
    kind: 'apiKey',
    id,
    name: 'ci',
    scopes: [fullScope('workers/read')],
  });
  const list = await service.call('GET', '/v1/api-keys', { token: service.allKey });
  expect(list.text).not.toContain(key.slice(4));
  const [stored] = await service.database<{ all: string }[]>`select string_agg(api_key::text, '') as all from api_key`;
  expect(stored?.all).not.toContain(key);
  await service.call('DELETE', `/v1/api-keys/${id}`, { token: service.allKey });
  await expect
    .poll(async () => (await service.call('GET', '/v1/identity', { token: key })).status, { timeout: 4_000 })
    .toBe(401);
});

test('a key ends at its time, and one that has ended already is refused', async () => {
  const soon = new Date(Date.now() + 3_000).toISOString();
  const { key } = (await create({ name: 'short', scopes: [fullScope('workers/read')], expiresOn: soon }))
    .body as Created;
  const status = async () => (await service.call('GET', '/v1/identity', { token: key })).status;
  expect(await status()).toBe(200);
  await expect.poll(status).toBe(401);
  const past = await create({ name: 'past', scopes: [fullScope('workers/read')], expiresOn: '2020-01-01T00:00:00Z' });
  expect(past).toMatchObject({ status: 400, body: { errors: [{ pointer: '/expiresOn' }] } });
});

test('a retried creation gets the same key, which the database holds in no readable form', async () => {
  const body = { name: 'once', scopes: [fullScope('workers/read')] };
  const headers = { 'idempotency-key': 'key-1' };
  const answers = await Promise.all([1, 2, 3, 4].map(() => create(body, headers)));
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(answers.every((answer) => answer.status === 201 && answer.headers.has('location'))).toBe(true);
  const [made] = await service.database<{ count: number }[]>`select count(*) from api_key where name = 'once'`;
  expect(made?.count).toBe(1);
  const { key } = (answers[0] ?? (await create(body, headers))).body as Created;
  const [stored] = await service.database<{ all: string }[]>`
    select string_agg(encode(sealed_answer, 'escape'), '') as all from idempotent_answer`;
  expect(stored?.all).not.toContain(key);
  const other = await create({ ...body, name: 'other' }, headers);
  expect(other).toMatchObject({ status: 409, body: { code: 'IdempotencyKeyReused' } });
});

test('a failed request leaves its idempotency key free', async () => {
  const headers = { 'idempotency-key': 'key-2' };
  expect((await create({ name: '', scopes: [] }, headers)).status).toBe(400);
  expect((await create({ name: 'fine', scopes: [fullScope('workers/read')] }, headers)).status).toBe(201);
});

test('what a process that died had begun can be done again after a while', async () => {
  await service.database`
    insert into idempotent_answer (identity, key, operation, body_hash, claimed_on)
    select 'apiKey:' || id, 'dead', 'CreateApiKey /v1/api-keys', 'x', now() - interval '31 seconds' from api_key where name = 'test key'`;
  const answer = await create({ name: 'again', scopes: [fullScope('workers/read')] }, { 'idempotency-key': 'dead' });
  expect(answer.status).toBe(201);
});

describe('a rotation', () => {
  const name = 'rotating';
  const rotate = (id: string, body: object, token = service.allKey) =>
    service.call('POST', `/v1/api-keys/${id}/rotate`, { token, body });
  const make = async (body: object = {}) =>
    (await create({ name, scopes: [fullScope('workers/read')], serviceAccount: 'import', ...body })).body as Created;
  const status = async (token: string) => (await read(token)).status;

  test('makes a successor with the same name, scopes and owner, and both work for a while', async () => {
    const old = await make();
    const { status: made, body } = await rotate(old.id, { overlapInHours: 2 });
    expect(made).toBe(201);
    const { key, ...successor } = body as Created & { id: string };
    const owner = { kind: 'serviceAccount', id: 'import', name: 'import' };
    expect(successor).toMatchObject({ name, scopes: [fullScope('workers/read')], owner });
    expect(successor.id).not.toBe(old.id);
    expect(successor).not.toHaveProperty('expiresOn');
    expect([await status(old.key), await status(key)]).toEqual([200, 200]);
    const before = await listedId(old.id);
    const hoursLeft = (Date.parse(String(before?.expiresOn)) - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(1.9);
    expect(hoursLeft).toBeLessThanOrEqual(2);
  });

  test('without an overlap ends the old key, which then cannot be rotated', async () => {
    const old = await make();
    await rotate(old.id, { overlapInHours: 0 });
    await expect.poll(() => status(old.key), { timeout: 4_000 }).toBe(401);
    expect(await rotate(old.id, {})).toMatchObject({ status: 404, body: { code: 'ApiKeyNotFound' } });
  });

  test('makes one successor: who rotates a replaced key again, or at the same time, is told of it', async () => {
    const old = await make();
    const both = await Promise.all([1, 2].map(() => rotate(old.id, { overlapInHours: 2 })));
    const made = both.find(({ status }) => status === 201)?.body as { id: string } | undefined;
    const replaced = {
      status: 409,
      body: { code: 'InvalidTransition', detail: expect.stringContaining(String(made?.id)) },
    };
    expect(both.find(({ status }) => status !== 201)).toMatchObject(replaced);
    expect(await rotate(old.id, { overlapInHours: 0 })).toMatchObject(replaced);
    expect(await listedId(old.id)).toMatchObject({ successorId: made?.id });
    expect(await listedId(String(made?.id))).not.toHaveProperty('successorId');
    expect(await status(old.key), 'the old key has its overlap').toBe(200);
    const next = await rotate(String(made?.id), {});
    expect(next.status, 'the successor').toBe(201);
    expect(next.body).not.toHaveProperty('expiresOn');
    await service.call('DELETE', `/v1/api-keys/${made?.id}`, { token: service.allKey });
    expect(await rotate(old.id, {}), 'after its successor is gone').toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('was deleted') },
    });
  });

  test('gives as long a life again, and never a longer one to the old key', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const old = await make({ expiresOn: inHours(1) });
    const { expiresOn } = (await rotate(old.id, { overlapInHours: 5 })).body as { expiresOn: string };
    expect(Math.abs(Date.parse(expiresOn) - Date.parse(inHours(1)))).toBeLessThan(60_000);
    const before = await listedId(old.id);
    expect(Date.parse(String(before?.expiresOn))).toBeLessThanOrEqual(Date.parse(inHours(1)));
  });

  test('is refused for a key of another operator, of an account that may do more, and with more scopes', async () => {
    const manager = (scopes: Scope[]) => make({ serviceAccount: 'manager', scopes: scopes.map(fullScope) });
    const { key } = await manager(['operators/manage', 'workers/read']);
    const mine = await make();
    expect(await rotate(mine.id, {}, key), 'an account with the same scopes').toMatchObject({ status: 201 });
    const more = await make({ serviceAccount: 'other', scopes: [fullScope('state/read')] });
    const less = await make({ serviceAccount: 'other' });
    const sibling = await manager(['operators/manage', 'workers/read', 'state/read']);
    for (const { id } of [more, less, sibling])
      expect(await rotate(id, {}, key)).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
    const password = 'quite long enough';
    const scopes = (['operators/manage', 'workers/read'] as const).map(fullScope);
    await service.call('POST', '/v1/operators', {
      token: service.allKey,
      body: { email: 'rotates@example.com', name: 'o', password, scopes },
    });
    const { accessToken } = await tokenOf('rotates@example.com', password);
    const { body } = await service.call('POST', '/v1/api-keys', { token: accessToken, body: { name: 'own', scopes } });
    const { id } = body as Created;
    expect(await rotate(id, {})).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
    expect(await rotate(id, {}, accessToken)).toMatchObject({ status: 201 });
  });
});

const read = (token: string) => service.call('GET', '/v1/identity', { token });
const tokenOf = async (email: string, password: string) =>
  (await service.call('POST', '/v1/sign-in', { body: { email, password } })).body as { accessToken: string };
type Listed = Created & { name: string; expiresOn?: string };
const listedKeys = async () => {
  const { body } = await service.call('GET', '/v1/api-keys?maxPageSize=1000', { token: service.allKey });
  return (body as { value: Listed[] }).value;
};
const listed = async (name: string) => (await listedKeys()).find((each) => each.name === name);
const listedId = async (id: string) => (await listedKeys()).find((each) => each.id === id);

test('the last use is listed with its address', async () => {
  const { key } = (await create({ name: 'used', scopes: [fullScope('workers/read')] })).body as Created;
  await service.call('GET', '/v1/workers', { token: key, headers: { 'x-forwarded-for': '203.0.113.7' } });
  await expect
    .poll(() => listed('used'))
    .toMatchObject({ lastUsedOn: expect.any(String), lastUsedFrom: '203.0.113.7' });
});

test('a key that expires makes no key that lasts longer, no operator and no password', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString();
  const later = new Date(Date.now() + 61_000).toISOString();
  const managing = [fullScope('operators/manage')];
  const { key: token } = (await create({ name: 'brief', scopes: managing, expiresOn: soon })).body as Created;
  const make = (expiresOn?: string) =>
    service.call('POST', '/v1/api-keys', { token, body: { name: 'child', scopes: managing, expiresOn } });
  for (const expiresOn of [undefined, later])
    expect(await make(expiresOn)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/expiresOn' }] } });
  expect((await make(soon)).status).toBe(201);
  const operator = { email: 'way-in@example.com', name: 'w', password: 'a password of mine', scopes: [] };
  expect((await service.call('POST', '/v1/operators', { token, body: operator })).status).toBe(403);
  const { id } = (await service.call('POST', '/v1/operators', { token: service.allKey, body: operator }))
    .body as Created;
  const reset = { token, body: { password: 'a password of theirs' } };
  expect((await service.call('PATCH', `/v1/operators/${id}`, reset)).status).toBe(403);
});

test('a key of an operator has no more than its operator, and ends with them', async () => {
  const password = 'a password of mine';
  const scopes = ['operators/manage', 'workers/read', 'tasks/read'] as const;
  const made = await service.call('POST', '/v1/operators', {
    token: service.allKey,
    body: { email: 'owner@example.com', name: 'o', password, scopes: scopes.map(fullScope) },
  });
  const operator = made.body as Created;
  const { accessToken } = await tokenOf('owner@example.com', password);
  const make = async (token: string, name: string) =>
    (
      await service.call('POST', '/v1/api-keys', {
        token,
        body: { name, scopes: scopes.map(fullScope) },
      })
    ).body as Created;
  const first = await make(accessToken, 'of the operator');
  const second = await make(first.key, 'of the key');
  const owner = { kind: 'operator', id: operator.id, name: 'owner@example.com' };
  expect([first, second]).toMatchObject([{ owner }, { owner }]);
  const change = (body: object) =>
    service.call('PATCH', `/v1/operators/${operator.id}`, { token: service.allKey, body });
  const statuses = async () =>
    Promise.all(
      ['/v1/tasks', '/v1/workers'].map(async (path) => (await service.call('GET', path, { token: second.key })).status),
    );
  expect(await statuses()).toEqual([200, 200]);
  await change({ scopes: [fullScope('workers/read')] });
  await expect.poll(statuses, { timeout: 4_000 }).toEqual([403, 200]);
  await change({ isDisabled: true });
  await expect.poll(statuses, { timeout: 4_000 }).toEqual([401, 401]);
  await change({ isDisabled: false });
  expect(await statuses()).toEqual([403, 200]);
  await service.call('DELETE', `/v1/operators/${operator.id}`, { token: service.allKey });
  await expect.poll(statuses, { timeout: 4_000 }).toEqual([401, 401]);
  expect(await listed('of the key')).toBeUndefined();
});

test('a service account keeps its isolated names when its key is replaced', async () => {
  const scopes = [fullScope('state/create'), fullScope('state/read')];
  const make = async (name: string, serviceAccount: string) =>
    ((await create({ name, scopes, serviceAccount })).body as Created).key;
  const [first, next, other] = [await make('a 1', 'a'), await make('a 2', 'a'), await make('b 1', 'b')];
  const entry = (method: string, token: string, body?: object) =>
    service.call(method, '/v1/stores/mine/entries/x', { token, body, headers: { 'taskdeck-isolation': 'isolated' } });
  expect((await entry('PUT', first, { id: 'x', value: 1 })).status).toBeLessThan(300);
  expect(await entry('GET', next)).toMatchObject({ status: 200, body: { value: 1 } });
  expect((await entry('GET', other)).status).toBe(404);
});

test('what an account without keys has left behind is for who may enter a namespace', async () => {
  const scopes = [fullScope('state/create'), fullScope('state/read')];
  const make = (token: string, name: string) =>
    service.call('POST', '/v1/api-keys', { token, body: { name, scopes, serviceAccount: name } });
  const leftBehind = async (name: string, leave: (key: string) => Promise<unknown>) => {
    const { id, key } = (await make(service.allKey, name)).body as Created;
    await leave(key);
    expect((await service.call('DELETE', `/v1/api-keys/${id}`, { token: service.allKey })).status).toBe(204);
  };
  const save = (key: string, more: object = {}) =>
    service.call('PUT', '/v1/stores/mine/entries/x', { token: key, body: { value: 'left behind' }, ...more });
  await leftBehind('gone', (key) => save(key, { headers: { 'taskdeck-isolation': 'isolated' } }));
  await leftBehind('tidy', save);
  const manager = await service.key('operators/manage', 'state/create', 'state/read');
  const refused = await make(manager, 'gone');
  expect(refused).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
  expect(refused.text).toContain(fullScope('namespaces/manage'));
  expect((await make(manager, 'tidy')).status).toBe(201);
  expect((await make(service.allKey, 'gone')).status).toBe(201);
});

test('whoever makes a key of a service account, or deletes a key, has its scopes', async () => {
  const manager = await service.key('operators/manage', 'workers/read');
  const strong = (await create({ name: 'strong', scopes: [fullScope('secrets/read')], serviceAccount: 'strong' }))
    .body as Created;
  const further = { name: 'f', scopes: [fullScope('workers/read')], serviceAccount: 'strong' };
  expect((await service.call('POST', '/v1/api-keys', { token: manager, body: further })).status).toBe(403);
  const remove = (token: string) => service.call('DELETE', `/v1/api-keys/${strong.id}`, { token });
  expect(await remove(manager)).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
  expect((await read(strong.key)).status).toBe(200);
  expect((await remove(service.allKey)).status).toBe(204);
  expect((await service.call('POST', '/v1/api-keys', { token: manager, body: further })).status).toBe(201);
});
