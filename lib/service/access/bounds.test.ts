import { beforeAll, describe, expect, test } from 'vitest';
import { type Bounds, fullScope, type Operation, operations, type Scope, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { insertOperator, registerType, startTestService } from '../testing/test-service.ts';

const own: Bounds = { types: ['billing.*'], queues: ['billing', 'default'], stores: ['billing-*'] };
const service = started(startTestService, 'close');
/** A key with every scope, inside of `own`. */
let token = '';
let operatorId = '';

beforeAll(async () => {
  for (const type of ['billing.run', 'mail.send']) await registerType(service.database, type);
  for (const [id, type, queue] of [
    ['inside', 'billing.run', 'billing'],
    ['other-type', 'mail.send', 'billing'],
    ['other-queue', 'billing.run', 'mail'],
  ])
    await service.call('POST', '/v1/tasks', { token: service.allKey, body: { id, type, queue } });
  for (const store of ['billing-notes', 'mail-notes'])
    await service.call('PUT', `/v1/stores/${store}/entries/one`, { token: service.allKey, body: { value: 1 } });
  token = await makeKey(service.allKey, { bounds: own, serviceAccount: 'billing' });
  operatorId = await insertOperator(service.database, {
    email: 'all@example.com',
    name: 'All',
    password: 'x',
    scopes: [],
  });
});

async function makeKey(by: string, given: object, of: readonly Scope[] = scopes): Promise<string> {
  const made = await service.call('POST', '/v1/api-keys', {
    token: by,
    body: { name: 'key', scopes: of.map(fullScope), serviceAccount: crypto.randomUUID(), ...given },
  });
  expect(made.status, made.text).toBe(201);
  return (made.body as { key: string }).key;
}

const call = (method: string, path: string, body?: object, by = token) =>
  service.call(method, path, { token: by, ...(body && { body }) });
const idsOf = async (path: string, by = token) =>
  ((await call('GET', path, undefined, by)).body as { value: { id?: string; name: string; email?: string }[] }).value;

test('an operation about all tasks or stores refuses callers with bounds', async () => {
  const refusing = Object.values<Operation>(operations).filter(({ bounded }) => bounded === 'refused');
  expect(refusing.length).toBeGreaterThan(0);
  for (const { method, path } of refusing) {
    const answer = await call(method, path.replaceAll(/\{\w+\}/g, '1'));
    expect([method, path, answer.status, (answer.body as { code: string }).code]).toEqual([
      method,
      path,
      403,
      'OutsideBounds',
    ]);
  }
});

describe('tasks', () => {
  test('outside are like those that there are not', async () => {
    const calls: [method: string, path: string, body?: object][] = [
      ['GET', ''],
      ['GET', '/completion'],
      ['PATCH', '', { priority: 1 }],
      ['POST', '/cancel'],
      ['POST', '/events/go', { value: 1 }],
      ['GET', '/history'],
      ['GET', '/history/1/steps'],
      ['GET', '/history/1/logs'],
    ];
    for (const [method, path, body] of calls) {
      const answers = [];
      for (const id of ['other-type', 'other-queue', 'none']) {
        const { status, body: told } = await call(method, `/v1/tasks/${id}${path}`, body);
        answers.push([status, (told as { detail: string }).detail.replace(id, '')]);
      }
      expect(answers, `${method} ${path}`).toEqual(Array(3).fill([404, 'there is no task ""']));
    }
    expect((await call('DELETE', '/v1/tasks/other-type')).status).toBe(204);
    const seen = await call('GET', '/v1/tasks/other-type', undefined, service.allKey);
    const conditional = await service.call('PATCH', '/v1/tasks/other-type', {
      token,
      body: { priority: 1 },
      headers: { 'if-match': seen.headers.get('etag') ?? '' },
    });
    expect(conditional.status).toBe(412);
    expect((await call('GET', '/v1/tasks/other-type', undefined, service.allKey)).status).toBe(200);
  });

  test('are in no list, whatever the filter asks for', async () => {
    for (const query of [
      '',
      '?type=mail.send&type=billing.run',
      '?type=*',
      '?queue=*',
      '?id=other-type&id=inside',
      '?search=e',
    ])
      expect(await idsOf(`/v1/tasks${query}`), query).toMatchObject([{ id: 'inside' }]);
    expect(await idsOf('/v1/tasks?type=mail.send')).toEqual([]);
    expect((await idsOf('/v1/tasks', service.allKey)).length).toBe(3);
  });

  test('are made and moved inside alone, and the refusal says where', async () => {
    const outside = await call('POST', '/v1/tasks', { type: 'mail.send' });
    expect(outside.body).toMatchObject({
      status: 403,
      code: 'OutsideBounds',
      detail: '"mail.send" lies outside of your bounds; allowed types: billing.*',
    });
    expect((await call('POST', '/v1/tasks', { type: 'billing.run', queue: 'mail' })).status).toBe(403);
    expect((await call('PATCH', '/v1/tasks/inside', { queue: 'mail' })).body).toMatchObject({
      detail: '"mail" lies outside of your bounds; allowed queues: billing, default',
    });
    expect((await call('PATCH', '/v1/tasks/inside', { priority: 1 })).status).toBe(200);
  });
});

test('stores outside are neither listed nor read nor written', async () => {
  expect(await idsOf('/v1/stores')).toMatchObject([{ name: 'billing-notes' }]);
  expect((await call('GET', '/v1/stores/billing-notes/entries/one')).status).toBe(200);
  for (const store of ['mail-notes', 'none'])
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/entries'],
      ['GET', '/entries/one'],
      ['DELETE', '/entries/one'],
    ])
      expect((await call(method ?? '', `/v1/stores/${store}${path}`)).body).toMatchObject({
        code: 'OutsideBounds',
        detail: `"${store}" lies outside of your bounds; allowed stores: billing-*`,
      });
  expect((await call('PUT', '/v1/stores/mail-notes/entries/one', { value: 2 })).status).toBe(403);
  const input = Buffer.from(JSON.stringify({ storeName: 'mail-notes', id: 'one' })).toString('base64');
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1', 'upload-metadata': `input ${input}` };
  expect((await service.call('POST', '/v1/uploads', { token, headers })).status).toBe(403);
});

describe('nobody gives more than their own bounds', () => {
  test('and what is not said is what the maker has', async () => {
    const narrower = await makeKey(token, { bounds: { types: ['billing.run'] } });
    const { bounds } = (await call('GET', '/v1/identity', undefined, narrower)).body as { bounds: Bounds };
    expect(bounds).toEqual({ ...own, types: ['billing.run'] });
    const wider = await call('POST', '/v1/api-keys', {
      name: 'wider',
      scopes: [fullScope('tasks/read')],
      bounds: { stores: ['*'] },
    });
    expect(wider.body).toMatchObject({
      code: 'OutsideBounds',
      detail: 'nobody gives more than their own stores; allowed stores: billing-*',
    });
    const made = await call('POST', '/v1/operators', { email: 'a@example.com', name: 'A', scopes: [] });
    expect(made.body).toMatchObject({ bounds: own });
    const { id } = made.body as { id: string };
    expect((await call('PATCH', `/v1/operators/${id}`, { bounds: { queues: ['*'] } })).status).toBe(403);
    expect((await call('PATCH', `/v1/operators/${id}`, { bounds: null })).body).toMatchObject({ bounds: own });
    const freed = await call('PATCH', `/v1/operators/${id}`, { bounds: null }, service.allKey);
    expect(freed.body).not.toHaveProperty('bounds');
  });

  test('and sees no person and no key that reaches further', async () => {
    expect((await idsOf('/v1/operators')).map(({ email }) => email)).not.toContain('all@example.com');
    const keys = await idsOf('/v1/api-keys?maxPageSize=1');
    expect(keys).toHaveLength(1);
    const all = await idsOf('/v1/api-keys', service.allKey);
    const wide = all.find((key) => !('bounds' in key))?.id ?? '';
    expect((await call('POST', `/v1/api-keys/${wide}/rotate`, {})).status).toBe(404);
    expect((await call('DELETE', `/v1/api-keys/${wide}`)).status).toBe(204);
    expect((await call('DELETE', `/v1/operators/${operatorId}`)).status).toBe(204);
    expect((await call('PATCH', `/v1/operators/${operatorId}`, { name: 'B' })).status).toBe(404);
    expect((await call('POST', `/v1/operators/${operatorId}/invitation`, {})).status).toBe(404);
    expect((await call('DELETE', `/v1/operators/${operatorId}/passkeys`)).status).toBe(404);
    expect((await idsOf('/v1/api-keys', service.allKey)).length).toBe(all.length);
    const emails = (await idsOf('/v1/operators', service.allKey)).map(({ email }) => email);
    expect(emails).toContain('all@example.com');
  });

  test('and nobody gets a key of an account that reaches further', async () => {
    await makeKey(service.allKey, { serviceAccount: 'wide' });
    const joined = await call('POST', '/v1/api-keys', {
      name: 'k',
      scopes: [fullScope('tasks/read')],
      serviceAccount: 'wide',
    });
    expect(joined.body).toMatchObject({ code: 'OutsideBounds' });
  });
});

test('a key reaches no further than its operator does now, and a wait ends when that changes', async () => {
  const { database } = service;
  await database`update operator set scopes = ${[...scopes]} where id = ${operatorId}`;
  const key = await makeKey(service.allKey, { bounds: { stores: ['mail-*', 'billing-notes'] } });
  await database`
    update api_key set owner_id = ${operatorId}, service_account = null
    where id = (select id from api_key order by created_on desc limit 1)`;
  const waiting = call('GET', '/v1/tasks/other-type?waitInMs=10000', undefined, key);
  await expect.poll(async () => (await call('GET', '/v1/identity', undefined, key)).body).toHaveProperty('bounds');
  await database`update operator set bounds = ${JSON.stringify(own)}::text::json where id = ${operatorId}`;
  // the second when the request had not begun to wait yet
  expect(['OutsideBounds', 'TaskNotFound']).toContain(((await waiting).body as { code: string }).code);
  const { bounds } = (await call('GET', '/v1/identity', undefined, key)).body as { bounds: Bounds };
  expect(bounds).toEqual({ ...own, stores: ['billing-notes'] });
});

test('the last operator who manages all others keeps everything', async () => {
  const people = await idsOf('/v1/operators', service.allKey);
  const { id } = people.find(({ email }) => email === 'admin@localhost') ?? {};
  await service.database`update operator set bounds = '{}' where id <> ${id ?? ''} and 'operators/manage' = any(scopes)`;
  const refused = await call('PATCH', `/v1/operators/${id}`, { bounds: own }, service.allKey);
  expect(refused.body).toMatchObject({ code: 'LastManager' });
});

test('the list of waits for events has those of the tasks inside', async () => {
  const ids = ['waits-inside', 'waits-outside'];
  for (const [at, type] of ['billing.run', 'mail.send'].entries())
    await call('POST', '/v1/tasks', { id: ids[at], type }, service.allKey);
  await service.database`
    update active_run set status = 'waiting', wait_kind = 'event', wait_sequence = 0, wait_name = 'go', waiting_since = now()
    where task_key in (select key from task where id = any(${ids}))`;
  const waits = async (by: string) => {
    const { body } = await call('GET', '/v1/event-waits', undefined, by);
    return (body as { value: { taskId: string }[] }).value.map(({ taskId }) => taskId).toSorted();
  };
  expect(await waits(token)).toEqual(['waits-inside']);
  expect(await waits(service.allKey)).toEqual(ids);
  for (const id of ids) await call('DELETE', `/v1/tasks/${id}?force=true`, undefined, service.allKey);
});

test('lists and figures of all tasks are those of the tasks inside', async () => {
  for (const [id, type] of [
    ['ended-inside', 'billing.run'],
    ['ended-outside', 'mail.send'],
  ]) {
    await call('POST', '/v1/tasks', { id, type }, service.allKey);
    await call('POST', `/v1/tasks/${id}/events/go`, { value: 1 }, service.allKey);
    const log = { entries: [{ message: 'line' }] };
    await call('POST', `/v1/tasks/${id}/history/1/logs`, log, service.allKey);
    await call('POST', `/v1/tasks/${id}/cancel`, undefined, service.allKey);
  }
  const seen = async (path: string) => {
    const both = [(await call('GET', path)).text, (await call('GET', path, undefined, service.allKey)).text];
    return both.map((text) => [/ended-inside|billing|"inside/.test(text), /ended-outside|mail|"other-/.test(text)]);
  };
  for (const path of ['/v1/events', '/v1/logs', '/v1/task-types', '/v1/queues', '/v1/tasks'])
    expect(await seen(path), path).toEqual([
      [true, false],
      [true, true],
    ]);
  type Figures = {
    byStatus: { status: string; count: number }[];
    ended: { other: number }[];
    stuck: { count: number }[];
  };
  const figures = async (by: string) => {
    const { byStatus, ended, stuck } = (await call('GET', '/v1/statistics', undefined, by)).body as Figures;
    const of = (status: string) => byStatus.find((one) => one.status === status)?.count;
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
    return [of('queued'), of('cancelled'), sum(ended.map(({ other }) => other)), sum(stuck.map(({ count }) => count))];
  };
  expect(await figures(token)).toEqual([1, 1, 1, 1]);
  expect(await figures(service.allKey)).toEqual([3, 2, 2, 3]);
  const volume = (await call('GET', '/v1/log-volume')).body as { intervals: { info: number }[] };
  expect(volume.intervals.reduce((sum, { info }) => sum + info, 0)).toBe(1);
  const { counts } = (
    await call('POST', '/v1/match-counts', {
      lists: [
        { list: 'tasks', query: 'status=cancelled' },
        { list: 'state', storeName: 'mail-notes', query: '' },
        { list: 'errors', query: '' },
      ],
    })
  ).body as { counts: object[] };
  const none = { count: 0, hasMore: false };
  expect(counts).toEqual([{ count: 1, hasMore: false }, none, none]);
});

test('a stream of changes names the tasks inside alone', async () => {
  const ended = new AbortController();
  const response = await fetch(`${service.url}/v1/watch`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ended.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let told = '';
  const until = async (word: string) => {
    while (!told.includes(word)) told += (await reader?.read())?.value ?? '';
  };
  await until('ready');
  for (const [id, type] of [
    ['watched-outside', 'mail.send'],
    ['watched-inside', 'billing.run'],
  ])
    await call('POST', '/v1/tasks', { id, type }, service.allKey);
  await call('PATCH', '/v1/tasks/watched-outside', { priority: 3 }, service.allKey);
  await call('PATCH', '/v1/tasks/watched-inside', { priority: 3 }, service.allKey);
  await until('watched-inside');
  ended.abort();
  const created = [...told.matchAll(/"created":(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  expect(created).toBe(1);
  expect(told).not.toContain('watched-outside');
});

test('views of others are not seen, as their filters can name anything', async () => {
  const view = { list: 'tasks', name: 'mail', filter: 'type=mail.send', settings: {}, isShared: true };
  const { id } = (await call('POST', '/v1/views', view, service.allKey)).body as { id: string };
  await call('POST', '/v1/views', { ...view, name: 'own' });
  expect((await idsOf('/v1/views')).map(({ name }) => name)).toEqual(['own']);
  expect((await call('PATCH', `/v1/views/${id}`, { name: 'mine' })).status).toBe(404);
});

test('bulk operations act on what lies inside, and those that reached further are not seen', async () => {
  const action = { kind: 'update', priority: 7 };
  const selection = { filter: { type: ['*'], status: ['queued'] } };
  const preview = await call('POST', '/v1/bulk-previews', { action, selection });
  expect((preview.body as { byType: object[] }).byType).toEqual([{ type: 'billing.run', count: 2 }]);
  for (const ids of [['inside', 'other-type'], ['none']])
    expect((await call('POST', '/v1/bulk-operations', { action, selection: { ids } })).body).toMatchObject({
      code: 'TaskNotFound',
    });
  const moved = { action: { kind: 'update', queue: 'mail' }, selection };
  expect((await call('POST', '/v1/bulk-operations', moved)).status).toBe(403);
  const wide = await call('POST', '/v1/bulk-operations', { action, selection, delayInMs: 60_000 }, service.allKey);
  const { id } = wide.body as { id: string };
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/results'],
    ['GET', '/causes'],
    ['POST', '/stop'],
  ])
    expect((await call(method ?? '', `/v1/bulk-operations/${id}${path}`)).body).toMatchObject({
      code: 'BulkOperationNotFound',
    });
  const again = { action, selection: { operation: id } };
  expect((await call('POST', '/v1/bulk-operations', again)).body).toMatchObject({ code: 'BulkOperationNotFound' });
  const own = await call('POST', '/v1/bulk-operations', { action, selection });
  const ownId = (own.body as { id: string }).id;
  await expect
    .poll(async () => (await call('GET', `/v1/bulk-operations/${ownId}`)).body, { timeout: 15_000 })
    .toMatchObject({ status: 'completed', total: 2, succeeded: 2 });
  expect((await idsOf('/v1/bulk-operations')).map((operation) => operation.id)).toEqual([ownId]);
});
