import { beforeAll, expect, test } from 'vitest';
import { type Operation, type OperationName, operations } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService, type TestAnswer } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
beforeAll(async () => {
  await service.database`
    with grouped as (
      insert into error_group (id, type, error_name, title, first_seen_on, last_seen_on, last_task_key, last_run_count, heat)
      values ('g-1', 'test.echo', 'Error', 'broken', now(), now(), 1, 1, 0) returning id
    ) insert into error_fingerprint select id, id from grouped`;
});

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(method, path, { token: service.allKey, headers, ...(body !== undefined && { body }) });
const member = (answer: TestAnswer, name: string): string => String(Object(answer.body)[name]);

/** What changes a record, and how its entity tag is read. */
type Case = { change: [method: string, path: string, body: object]; etag(): Promise<string> };
const cases: Partial<Record<OperationName, () => Promise<Case>>> = {
  async UpdateAlert() {
    const input = {
      name: 'A',
      condition: { kind: 'cause', type: 'test.*' },
      channels: [{ kind: 'webhook', url: 'http://127.0.0.1:59998/', signingKey: '0123456789abcdef' }],
    };
    const path = `/v1/alerts/${member(await call('POST', '/v1/alerts', input), 'id')}`;
    return { change: ['PATCH', path, { name: 'B' }], etag: async () => member(await call('GET', path), 'etag') };
  },
  async UpdateErrorGroup() {
    const path = '/v1/error-groups/g-1';
    return { change: ['PATCH', path, { owner: 'ada' }], etag: async () => member(await call('GET', path), 'etag') };
  },
  async UpdateOperator() {
    const input = {
      email: `ivy-${crypto.randomUUID()}@example.org`,
      name: 'Ivy',
      password: 'quite long enough',
      scopes: [],
    };
    const id = member(await call('POST', '/v1/operators', input), 'id');
    const listed = async () => {
      const { value } = Object((await call('GET', '/v1/operators')).body);
      return value.find((operator: { id: string }) => operator.id === id).etag;
    };
    return { change: ['PATCH', `/v1/operators/${id}`, { name: 'Iva' }], etag: listed };
  },
  async SetSecret() {
    const input = { value: 'one', hosts: ['example.org'] };
    await call('PUT', '/v1/secrets/S', input);
    const etag = async () => Object((await call('GET', '/v1/secrets')).body).value[0].etag;
    return { change: ['PUT', '/v1/secrets/S', { ...input, value: 'two' }], etag };
  },
  async SetStorePolicy() {
    await call('PUT', '/v1/stores/s/entries/a', { value: 1 });
    const etag = async () => member(await call('GET', '/v1/stores/s'), 'policyEtag');
    return { change: ['PUT', '/v1/stores/s/policy', { sensitive: ['/card'] }], etag };
  },
};

test.each(Object.entries(cases))('of two changes of one version by %s, the second is refused', async (_, prepare) => {
  const { change, etag } = await prepare();
  const first = await etag();
  const [one, other] = await Promise.all([1, 2].map(() => call(...change, { 'if-match': first })));
  expect([one?.status, other?.status].toSorted()).toEqual([expect.toBeOneOf([200, 201, 204]), 412]);
  const second = await etag();
  expect(second).not.toBe(first);
  expect(await call(...change, { 'if-match': first })).toMatchObject({ body: { code: 'PreconditionFailed' } });
  for (const given of [second, '*']) expect((await call(...change, { 'if-match': given })).status).toBeLessThan(300);
  expect((await call(...change)).status, 'without a condition').toBeLessThan(300);
});

test.each(['UpdateAlert', 'UpdateOperator', 'SetSecret'] as const)(
  'what %s changes is deleted only as it was seen, when asked so',
  async (name) => {
    const { change, etag } = await (cases[name]?.() ?? Promise.reject(new Error('no case')));
    const [, path] = change;
    const seen = await etag();
    await call(...change);
    const stale = await call('DELETE', path, undefined, { 'if-match': seen });
    expect(stale).toMatchObject({ status: 412, body: { code: 'PreconditionFailed' } });
    expect((await call('DELETE', path, undefined, { 'if-match': await etag() })).status).toBe(204);
    for (const given of [seen, '*'])
      expect((await call('DELETE', path, undefined, { 'if-match': given })).status, 'it is gone').toBe(412);
    expect((await call('DELETE', path)).status, 'without a condition').toBe(204);
  },
);

const longAgo = 'Sat, 01 Jan 2000 00:00:00 GMT';

test.each<[method: string, path: string, name: string, condition: string, body?: object]>([
  ['POST', '{task}/cancel', 'If-Match', '"1"'],
  ['DELETE', '/v1/api-keys/00000000-0000-4000-8000-000000000000', 'If-Match', '"1"'],
  ['DELETE', '{task}?force=true', 'If-None-Match', '*'],
  ['DELETE', '/v1/stores/kept/entries/a', 'If-None-Match', '*'],
  ['PATCH', '{task}', 'If-None-Match', '*', { name: 'B' }],
  ['POST', '/v1/stores/kept/bulk-delete', 'If-None-Match', '*', { deletes: [{ id: 'a' }] }],
  ['PUT', '/v1/stores/kept/entries/a', 'If-Unmodified-Since', longAgo, { value: 2 }],
  ['DELETE', '/v1/stores/kept/entries/a', 'If-Unmodified-Since', longAgo],
])(
  'a condition that a change does not take is refused, and nothing is changed: %s %s with %s',
  async (method, of, name, condition, body) => {
    const created = await call('POST', '/v1/tasks', { type: 'test.echo', input: 1 });
    const path = `/v1/tasks/${member(created, 'id')}`;
    await call('PUT', '/v1/stores/kept/entries/a', { value: 1 });
    const answer = await call(method, of.replace('{task}', path), body, { [name]: condition });
    expect(answer).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } });
    expect(answer.text).toContain(`takes no ${name}`);
    const task = (await call('GET', path)).body;
    expect(task).toMatchObject({ status: 'queued' });
    expect(task).not.toHaveProperty('name');
    expect((await call('GET', '/v1/stores/kept/entries/a')).body).toMatchObject({ value: 1 });
  },
);

test('a secret or a policy is made only where there is none, when asked so', async () => {
  const once = { 'if-none-match': '*' };
  const paths = ['/v1/secrets/ONCE', '/v1/stores/once/policy'];
  for (const [path, body] of [[paths[0], { value: 'x' }] as const, [paths[1], { sensitive: ['/a'] }] as const]) {
    const answers = await Promise.all([1, 2].map(() => call('PUT', path ?? '', body, once)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([expect.toBeOneOf([200, 201]), 412]);
    const gone = await call('PUT', `${path}X`.replace('policyX', 'policy').replace('once', 'gone'), body, {
      'if-match': '*',
    });
    expect([path, gone.status]).toEqual([path, 412]);
  }
});

/** Changes that have a condition of their own, or of what only one person changes. */
const without: readonly OperationName[] = ['AppendUpload', 'AcquireLock', 'UpdatePasskey'];

test('everything that replaces or changes a record takes If-Match', () => {
  const changing = Object.entries<Operation>(operations).filter(
    ([, { method }]) => method === 'PUT' || method === 'PATCH',
  );
  const missing = changing.filter(([, { isConditional }]) => isConditional !== true).map(([name]) => name);
  expect(missing.toSorted()).toEqual(without.toSorted());
});
