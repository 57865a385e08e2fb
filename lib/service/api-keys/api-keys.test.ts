import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullScope } from '#contract';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

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
  expect(list.text).toContain('"lastUsedOn"');
  expect(list.text).not.toContain(key.slice(4));
  const [stored] = await service.database<{ all: string }[]>`select string_agg(api_key::text, '') as all from api_key`;
  expect(stored?.all).not.toContain(key);
  await service.call('DELETE', `/v1/api-keys/${id}`, { token: service.allKey });
  await expect
    .poll(async () => (await service.call('GET', '/v1/identity', { token: key })).status, { timeout: 4_000 })
    .toBe(401);
});

test('a key ends at its time, and one that has ended already is refused', async () => {
  const soon = new Date(Date.now() + 400).toISOString();
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
