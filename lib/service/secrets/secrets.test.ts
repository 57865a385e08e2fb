import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fullScope } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { registerType, startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
let plain = '';
let using = '';
beforeAll(async () => {
  await registerType(service.database, 'http.request');
  plain = await service.key('tasks/create', 'tasks/read', 'tasks/update', 'tasks/delete');
  using = await service.key('tasks/create', 'tasks/read', 'tasks/update', 'tasks/delete', 'secrets/use');
});

const tagged = z.object({ etag: z.string() });
const call = (method: string, path: string, body?: unknown, token = service.allKey) =>
  service.call(method, path, { token, ...(body === undefined ? {} : { body }) });
const create = (token: string, input: unknown, more: object = {}) =>
  call('POST', '/v1/tasks', { type: 'test.echo', input, ...more }, token);
const set = async (name: string, rules: object = {}) => {
  const answer = await call('PUT', `/v1/secrets/${name}`, { value: 'a value', ...rules });
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.body;
};
const refused = { status: 403, body: { code: 'InsufficientScope', detail: expect.stringContaining('secrets/use') } };

test('a secret says who may use it, by default no host; setting it again replaces all of it', async () => {
  expect(await set('RULES')).toMatchObject({ name: 'RULES', hosts: [] });
  expect(await set('RULES', { types: ['a'], queues: ['q'], hosts: ['x.example'] })).toMatchObject({ types: ['a'] });
  const listed = await call('GET', '/v1/secrets');
  expect(listed.body).toMatchObject({ value: [{ types: ['a'], queues: ['q'], hosts: ['x.example'] }] });
  expect(await set('RULES')).toEqual({
    name: 'RULES',
    hosts: [],
    etag: expect.stringMatching(/^"\d+"$/),
    lastModifiedOn: expect.any(String),
    lastModifiedBy: 'test key',
  });
  expect(await call('PUT', '/v1/secrets/RULES', { hosts: ['x.example'] })).toMatchObject({ status: 400 });
  expect(await call('PUT', '/v1/secrets/RULES', { value: 'v', hosts: ['https://x'] })).toMatchObject({ status: 400 });
});

test('a condition on a deleted secret is not met by a later one of its name', async () => {
  const former = tagged.parse(await set('AGAIN')).etag;
  expect(tagged.parse(await set('AGAIN', { hosts: ['x.example'] })).etag).not.toBe(former);
  await call('DELETE', '/v1/secrets/AGAIN');
  expect(tagged.parse(await set('AGAIN')).etag).not.toBe(former);
  const headers = { 'if-match': former };
  for (const [method, body] of [['PUT', { value: 'mine' }], ['DELETE']] as const)
    expect(await service.call(method, '/v1/secrets/AGAIN', { token: service.allKey, headers, body })).toMatchObject({
      status: 412,
      body: { code: 'PreconditionFailed' },
    });
});

test('the audit trail says who may use a secret, not its value', async () => {
  await set('AUDITED', { types: ['a', 'b'], hosts: ['x.example'] });
  const { text, body } = await call('GET', '/v1/audit?operation=SetSecret&target=AUDITED');
  expect(body).toMatchObject({ value: [{ detail: 'types a b, queues all, hosts x.example' }] });
  expect(text).not.toContain('a value');
});

test('a reference in a new input needs secrets/use, whether or not there is such a secret', async () => {
  await set('TOKEN');
  for (const name of ['TOKEN', 'NONE'])
    for (const input of [{ $secret: name }, { deep: [{ $secret: name }] }])
      expect(await create(plain, input)).toMatchObject(refused);
  expect(await create(plain, { $secret: 'TOKEN', more: 1 })).toMatchObject({ status: 201 });
  expect(await create(using, { $secret: 'TOKEN' })).toMatchObject({ status: 201 });
  const cron = { schedule: { cron: '0 0 1 1 *' } };
  expect(await create(plain, { $secret: 'TOKEN' }, cron)).toMatchObject(refused);
});

test('so does an input that a rerun, an update or a fork changes; one that stays as it was does not', async () => {
  await set('KEPT');
  const input = { key: { $secret: 'KEPT' }, url: 'https://a.example' };
  for (const id of ['first', 'second', 'third'])
    expect(await create(using, input, { id })).toMatchObject({ status: 201 });
  const changed = { ...input, url: 'https://thief.example' };
  expect(await call('PATCH', '/v1/tasks/first', { input: changed }, plain)).toMatchObject(refused);
  expect(await call('PATCH', '/v1/tasks/first', { input: { url: 'x' } }, plain)).toMatchObject(refused);
  expect(await call('PATCH', '/v1/tasks/first', { input, name: 'n' }, plain)).toMatchObject({ status: 200 });
  expect(await call('PATCH', '/v1/tasks/first', { input: changed }, using)).toMatchObject({ status: 200 });
  await call('POST', '/v1/tasks/second/cancel');
  expect(await call('POST', '/v1/tasks/second/rerun', { input: changed }, plain)).toMatchObject(refused);
  expect(await call('POST', '/v1/tasks/second/rerun', {}, plain)).toMatchObject({ status: 200 });
  await call('POST', '/v1/tasks/third/cancel');
  const { database } = service;
  await database`
    insert into step (task_key, run_count, sequence, name, kind, status, started_on, ended_on)
    select key, 1, 0, 's', 'step', 'succeeded', now(), now() from task where id = 'third'`;
  const fork = (given: object, token: string) =>
    call('POST', '/v1/tasks/third/history/1/fork', { fromSequence: 0, ...given }, token);
  expect(await fork({ input: changed }, plain)).toMatchObject(refused);
  expect(await fork({ input }, plain)).toMatchObject({ status: 200 });
});

test('unknown names and those of secrets for others are refused alike', async () => {
  await set('OTHER_TYPE', { types: ['order'] });
  await set('OTHER_QUEUE', { queues: ['safe'] });
  await set('NO_HOST');
  await set('OTHER_HOST', { hosts: ['api.example.com'] });
  const answers = await Promise.all(
    ['UNKNOWN', 'OTHER_TYPE', 'OTHER_QUEUE', 'NO_HOST', 'OTHER_HOST'].map(async (name) => {
      const input = { url: 'https://evil.example/', headers: { authorization: { $secret: name } } };
      const { status, text } = await create(using, input, { type: 'http.request' });
      return [status, text.replaceAll(name, 'NAME').replace(/"(instance|requestId|traceId)":"[^"]*"/g, '')];
    }),
  );
  expect(answers[0]).toEqual([400, expect.stringContaining('there is no secret \\"NAME\\" that this task may use')]);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const input = { url: 'https://api.example.com/', headers: { authorization: { $secret: 'OTHER_HOST' } } };
  expect(await create(using, input, { type: 'http.request' })).toMatchObject({ status: 201 });
});

test('who manages secrets gets the scope with the upgrade, others do not', async () => {
  const { database } = service;
  const migration = await import('node:fs/promises').then(({ readFile }) =>
    readFile(new URL('../../database/migrations/0011_secret_use.sql', import.meta.url), 'utf8'),
  );
  const key = await call('POST', '/v1/api-keys', { name: 'old', scopes: [fullScope('secrets/manage')] });
  const other = await call('POST', '/v1/api-keys', { name: 'other', scopes: [fullScope('tasks/create')] });
  expect([key.status, other.status], key.text).toEqual([201, 201]);
  await database.unsafe(migration.slice(migration.indexOf('update operator')));
  const rows = await database`select name, scopes from api_key where name in ('old', 'other') order by name`;
  expect([...rows]).toEqual([
    { name: 'old', scopes: ['secrets/manage', 'secrets/use'] },
    { name: 'other', scopes: ['tasks/create'] },
  ]);
});
