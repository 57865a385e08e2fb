import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Scope, scopes } from '#contract';
import { loadSecretsKey } from '#engine';
import { started } from '../../contract/testing/started.ts';
import { hashToken } from '../access/session.ts';
import { startTestService, type TestRequest } from '../testing/test-service.ts';
import { onceForKey } from './idempotency.ts';

const service = started(startTestService, 'close');
beforeAll(async () => {
  await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', id: 'task' } });
});

const raise = (key: string, value: unknown = 1) =>
  service.call('POST', '/v1/tasks/task/events/go', {
    token: service.allKey,
    body: { value },
    headers: { 'idempotency-key': key },
  });
const countEvents = async () => {
  const [row] = await service.database<{ count: number }[]>`select count(*) from external_event`;
  return row?.count;
};
/** Leaves the database as a process does that is killed after its commit and before it stores the answer. */
const forgetAnswer = () =>
  service.database`update idempotent_answer set sealed_answer = null, sealed_with = null, claimed_on = now() - interval '10 seconds'`;

test('an event that is raised again with its key, also at the same time, is there once', async () => {
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => raise('first')));
  expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204, 204, 204]);
  expect(await countEvents()).toBe(1);
  expect(await raise('first', 2)).toMatchObject({ status: 409, body: { code: 'IdempotencyKeyReused' } });
});

test('a process that dies between the change and its answer does not make a retry raise the event twice', async () => {
  const before = await countEvents();
  expect((await raise('killed')).status).toBe(204);
  await forgetAnswer();
  expect((await raise('killed')).status).toBe(204);
  expect(await countEvents()).toBe((before ?? 0) + 1);
});

test('nor does it make the retry wait for the clock, when that was set back since', async () => {
  const before = await countEvents();
  expect((await raise('set back')).status).toBe(204);
  await service.database`
    update idempotent_answer set sealed_answer = null, sealed_with = null, claimed_on = now() + interval '1 hour'
    where key = 'set back'`;
  expect((await raise('set back')).status).toBe(204);
  expect(await countEvents()).toBe((before ?? 0) + 1);
});

test('nor start another run: the retry is told how the task is now', async () => {
  await service.call('POST', '/v1/tasks/task/cancel', { token: service.allKey });
  const rerun = () =>
    service.call('POST', '/v1/tasks/task/rerun', { token: service.allKey, headers: { 'idempotency-key': 'again' } });
  expect(await rerun()).toMatchObject({ status: 200, body: { runCount: 2 } });
  await forgetAnswer();
  await service.call('POST', '/v1/tasks/task/cancel', { token: service.allKey });
  expect(await rerun()).toMatchObject({ status: 200, body: { runCount: 2, status: 'cancelled' } });
});

test('a retry of a save whose entry is gone by now is told that it was saved', async () => {
  const save = () =>
    service.call('PUT', '/v1/stores/gone/entries/e', {
      token: service.allKey,
      body: { value: 1 },
      headers: { 'idempotency-key': 'saved and gone' },
    });
  expect((await save()).status).toBe(201);
  await forgetAnswer();
  await service.call('DELETE', '/v1/stores/gone/entries/e', { token: service.allKey });
  expect(await save()).toMatchObject({
    status: 404,
    body: { code: 'StateNotFound', detail: 'the first answer was lost: "e" was saved, and is gone by now' },
  });
});

test('a retry that comes between the change and its answer waits for that answer', async () => {
  const { database } = service;
  expect((await raise('between')).status).toBe(204);
  const [kept] = await database<{ sealed_answer: Buffer; sealed_with: string }[]>`
    select sealed_answer, sealed_with from idempotent_answer where key = 'between'`;
  await database`update idempotent_answer set sealed_answer = null, sealed_with = null, claimed_on = now() where key = 'between'`;
  const before = await countEvents();
  let isAnswered = false;
  const retry = raise('between').finally(() => {
    isAnswered = true;
  });
  await delay(400);
  expect(isAnswered).toBe(false);
  await database`
    update idempotent_answer set sealed_answer = ${kept?.sealed_answer ?? null}, sealed_with = ${kept?.sealed_with ?? null}
    where key = 'between'`;
  expect((await retry).status).toBe(204);
  expect(await countEvents()).toBe(before);
});

test('a change that failed leaves its key free', async () => {
  const refused = await service.call('POST', '/v1/tasks/task/pause', {
    token: service.allKey,
    headers: { 'idempotency-key': 'free' },
  });
  expect(refused.status).toBe(409);
  const [claims] = await service.database<
    { count: number }[]
  >`select count(*) from idempotent_answer where key = 'free'`;
  expect(claims?.count).toBe(0);
});

describe('a key is of one caller, one operation, one body and its conditions', () => {
  const create = (id: string) =>
    service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', id } });
  const act = (path: string, key: string, request: TestRequest = {}) =>
    service.call('POST', `/v1/${path}`, {
      token: service.allKey,
      ...request,
      headers: { 'idempotency-key': key, ...request.headers },
    });
  const statusOf = async (id: string) =>
    (await service.call('GET', `/v1/tasks/${id}`, { token: service.allKey })).body as { status: string };
  const reused = { status: 409, body: { code: 'IdempotencyKeyReused' } };

  test('another task, another operation and another body are refused, and nothing is done to them', async () => {
    for (const id of ['a', 'b']) await create(id);
    const body = { reason: 'by mistake' };
    expect(await act('tasks/a/cancel', 'one', { body })).toMatchObject({ status: 200, body: { id: 'a' } });
    expect(await act('tasks/b/cancel', 'one', { body })).toMatchObject(reused);
    expect(await act('tasks/b/pause', 'one', { body })).toMatchObject(reused);
    expect(await act('tasks/a/cancel', 'one', { body: { reason: 'on purpose' } })).toMatchObject(reused);
    expect(await act('tasks/a/cancel', 'one')).toMatchObject(reused);
    expect(await statusOf('b')).toMatchObject({ status: 'queued' });
    expect(await act('tasks/a/cancel', 'one', { body })).toMatchObject({ status: 200, body: { id: 'a' } });
  });

  test('the same name in another namespace is another thing', async () => {
    const save = (headers: Record<string, string> = {}) =>
      service.call('PUT', '/v1/stores/s/entries/e', {
        token: service.allKey,
        body: { id: 'e', value: 1 },
        headers: { 'idempotency-key': 'namespaces', ...headers },
      });
    expect((await save()).status).toBe(201);
    expect(await save({ 'taskdeck-isolation': 'isolated' })).toMatchObject(reused);
    expect((await save()).body).toMatchObject({ version: 1 });
  });

  test('the same body under another condition is another change', async () => {
    const save = (condition: Record<string, string>) =>
      service.call('PUT', '/v1/stores/s/entries/conditional', {
        token: service.allKey,
        body: { id: 'conditional', value: 1 },
        headers: { 'idempotency-key': 'conditions', ...condition },
      });
    expect((await save({ 'if-none-match': '*' })).status).toBe(201);
    for (const other of [{}, { 'if-match': '"1"' }, { 'if-match': '*' }])
      expect(await save(other)).toMatchObject(reused);
    expect(await save({ 'if-none-match': '*' })).toMatchObject({ status: 201, body: { version: 1 } });
  });

  test('two callers may have the same key', async () => {
    const token = await service.key('tasks/update');
    for (const id of ['c', 'd']) await create(id);
    expect((await act('tasks/c/cancel', 'shared')).body).toMatchObject({ id: 'c' });
    expect((await act('tasks/d/cancel', 'shared', { token })).body).toMatchObject({ id: 'd' });
    expect(await act('tasks/d/cancel', 'shared', { token: await service.key('tasks/read') })).toMatchObject({
      status: 403,
    });
  });

  test('after 24 hours a key is free again, before that it is not', async () => {
    const age = (hours: number) => service.database`
      update idempotent_answer set claimed_on = now() - make_interval(hours => ${hours}) where key = 'aged'`;
    for (const id of ['e', 'f']) await create(id);
    await act('tasks/e/cancel', 'aged');
    await age(23);
    expect(await act('tasks/f/cancel', 'aged')).toMatchObject(reused);
    await age(25);
    expect(await act('tasks/f/cancel', 'aged')).toMatchObject({ status: 200, body: { id: 'f' } });
    expect(await act('tasks/f/cancel', 'aged')).toMatchObject({ status: 200, body: { id: 'f' } });
  });

  test('who may no longer see sensitive values is not given an answer that holds them', async () => {
    const token = await service.key(...scopes);
    await service.database`update api_key set name = 'seeing' where created_on = (select max(created_on) from api_key)`;
    const config = { type: 'test.echo', id: 'g', input: { pin: 'hidden' }, sensitive: ['/input/pin'] };
    await service.call('POST', '/v1/tasks', { token, body: config });
    expect((await act('tasks/g/cancel', 'seen', { token })).text).toContain('hidden');
    expect((await act('tasks/g/cancel', 'seen', { token })).text).toContain('hidden');
    const fewer = scopes.filter((scope): scope is Scope => scope !== 'sensitive/read');
    await service.database`update api_key set scopes = ${fewer} where name = 'seeing'`;
    const until = performance.now() + 10_000;
    const sees = async () =>
      (await service.call('GET', '/v1/tasks/g', { token })).text.includes('hidden') && performance.now() < until;
    while (await sees()); // a token is trusted for two seconds
    const again = await act('tasks/g/cancel', 'seen', { token });
    expect(again).toMatchObject(reused);
    expect(again.text).not.toContain('hidden');
  });

  test.each([
    ['its key is deleted', () => service.database`delete from api_key where name = 'waiting'`, 401],
    [
      'it loses the scope to see what it holds',
      () => service.database`update api_key set scopes = '{tasks/update,tasks/read}' where name = 'waiting'`,
      409,
    ],
  ])('who waits for the answer of a first request is not given it when %s', async (_, end, status) => {
    const { database } = service;
    const token = await service.key('tasks/update', 'tasks/read', 'sensitive/read');
    await database`update api_key set name = 'waiting' where key_hash = ${hashToken(token)}`;
    const [id, key] = [`w${status}`, `waited-${status}`];
    const body = { type: 'test.echo', id, input: { pin: 'hidden' }, sensitive: ['/input/pin'] };
    await service.call('POST', '/v1/tasks', { token: service.allKey, body });
    expect((await act(`tasks/${id}/cancel`, key, { token })).text).toContain('hidden');
    const [kept] = await database<{ sealed_answer: Buffer; sealed_with: string }[]>`
      select sealed_answer, sealed_with from idempotent_answer where key = ${key}`;
    await database`update idempotent_answer set sealed_answer = null, sealed_with = null, claimed_on = now() where key = ${key}`;
    const retry = act(`tasks/${id}/cancel`, key, { token });
    const read = () => service.call('GET', `/v1/tasks/${id}`, { token });
    expect((await read()).text).toContain('hidden');
    await end();
    await expect.poll(async () => (await read()).text, { timeout: 10_000 }).not.toContain('hidden');
    await database`
      update idempotent_answer set sealed_answer = ${kept?.sealed_answer ?? null}, sealed_with = ${kept?.sealed_with ?? null}
      where key = ${key}`;
    const answer = await retry;
    expect([answer.status, answer.text]).toEqual([status, expect.not.stringContaining('hidden')]);
  });

  test('a creation that is repeated without the scope answers with the marker', async () => {
    const token = await service.key('tasks/create', 'sensitive/read', 'secrets/read', 'secrets/use');
    await service.call('PUT', '/v1/secrets/S', { token: service.allKey, body: { value: 'the-secret' } });
    const body = {
      type: 'test.echo',
      input: { pin: 'hidden', key: { $secret: 'S' } },
      sensitive: ['/input/pin'],
    };
    const first = await act('tasks', 'created', { token, body });
    expect(first.text).toMatch(/hidden[\s\S]*the-secret/);
    const [row] = await service.database<{ id: string }[]>`
      update api_key set scopes = '{tasks/create,secrets/use}' where created_on = (select max(created_on) from api_key) returning id`;
    expect(row).toBeDefined();
    await expect
      .poll(async () => (await act('tasks', 'created', { token, body })).text, { timeout: 10_000 })
      .toContain('{"pin":{"$redacted":true},"key":{"$secret":"S"}}');
  });
});

test('an answer that was kept is sealed, and is of no use with another secrets key', async () => {
  const rerun = (id: string) =>
    service.call('POST', `/v1/tasks/${id}/cancel`, { token: service.allKey, headers: { 'idempotency-key': 'sealed' } });
  await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', id: 'sealed-task' } });
  expect((await rerun('sealed-task')).status).toBe(200);
  const [stored] = await service.database<{ text: string }[]>`
    select encode(sealed_answer, 'escape') as text from idempotent_answer where key = 'sealed'`;
  expect(stored?.text).not.toContain('sealed-task');
  await service.database`update idempotent_answer set sealed_with = 'another' where key = 'sealed'`;
  const refused = await rerun('sealed-task');
  expect(refused).toMatchObject({ status: 409, body: { code: 'IdempotencyKeyReused' } });
  expect(refused.text).toContain('another secrets key');
});

test('a claim is taken over when its process has been silent for nine seconds, or is that far ahead, not before', async () => {
  await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', id: 'silent' } });
  const request = { identity: 'apiKey:x', key: 'silent', operation: 'op', bodyHash: 'h' };
  const secretsKey = await loadSecretsKey({ dataFolder: service.dataFolder });
  const insert = (seconds: number) => service.database`
    insert into idempotent_answer (identity, key, operation, body_hash, claimed_on)
    values ('apiKey:x', 'silent', 'op', 'h', now() - make_interval(secs => ${seconds}))
    on conflict (identity, key) do update set claimed_on = excluded.claimed_on, status = null, sealed_answer = null`;
  let works = 0;
  const once = () =>
    onceForKey(
      { database: service.database, secretsKey },
      request,
      async () => ({ status: 200, body: `work ${++works}`, headers: {} }),
      async () => ({ status: 200, body: 'again', headers: {} }),
    );
  await insert(10);
  expect(await once()).toEqual({
    answer: { status: 200, body: 'work 1', headers: {} },
    isReplay: false,
    isFirstAnswer: true,
  });
  expect(await once()).toEqual({
    answer: { status: 200, body: 'work 1', headers: {} },
    isReplay: true,
    isFirstAnswer: true,
  });
  await insert(-10);
  expect((await once()).answer.body).toBe('work 2');
  await insert(0);
  const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(10_001);
  await expect(once()).rejects.toMatchObject({ code: 'IdempotencyKeyInUse' });
  clock.mockRestore();
  expect(works).toBe(2);
});

test('a first answer is told again only to who may still see it, also when it is there at once', async () => {
  const request = { identity: 'apiKey:y', key: 'again', operation: 'op', bodyHash: 'h' };
  const secretsKey = await loadSecretsKey({ dataFolder: service.dataFolder });
  const refusal = new Error('the caller may see less than when it asked');
  let mayStill = true;
  const lookAgain = async () => {
    if (!mayStill) throw refusal;
  };
  const answer = { status: 200, body: 'hidden', headers: {} };
  const once = () =>
    onceForKey(
      { database: service.database, secretsKey },
      { ...request, lookAgain },
      async () => answer,
      async () => answer,
    );
  await once();
  expect(await once()).toMatchObject({ answer, isReplay: true });
  mayStill = false;
  await expect(once()).rejects.toBe(refusal);
  mayStill = true;
  expect(await once(), 'the refused one has not removed it').toMatchObject({ answer, isReplay: true });
});

test('an answer that is too large to be kept is told as things are now', async () => {
  const save = () =>
    service.call('PUT', '/v1/stores/large/entries/e', {
      token: service.allKey,
      body: { id: 'e', value: 'x'.repeat(1_100_000) },
      headers: { 'idempotency-key': 'large' },
    });
  expect((await save()).body).toMatchObject({ version: 1 });
  const [kept] = await service.database`
    select sealed_answer, sealed_with from idempotent_answer where key = 'large'`;
  expect(kept).toEqual({ sealed_answer: null, sealed_with: 'not kept' });
  expect(await save()).toMatchObject({ status: 200, body: { version: 1 } });
});

describe('a retry of a bulk change whose first answer was lost', () => {
  const bulk = (change: 'bulk-save' | 'bulk-delete', key: string, body: object) =>
    service.call('POST', `/v1/stores/bulk/${change}`, {
      token: service.allKey,
      body,
      headers: { 'idempotency-key': key },
    });
  const refused = { index: 1, id: 'moved', code: 'PreconditionFailed' };
  beforeAll(async () => {
    await bulk('bulk-save', 'before', { entries: [{ id: 'moved', value: 'of somebody else' }] });
  });

  test.each([
    ['lost with its process', 'short'],
    ['too large to be kept', 'x'.repeat(1_100_000)],
  ])('tells which entries it did not save: %s', async (_, value) => {
    const key = `save ${value.length}`;
    const save = () =>
      bulk('bulk-save', key, {
        entries: [
          { id: 'saved', value },
          { id: 'moved', value: 'mine', ifMatch: '"999999999"' },
          { id: 'moved/not', value },
        ],
      });
    const outcomes = [
      { state: { id: 'saved' } },
      { failure: { ...refused, operation: 'upsert' } },
      { state: { id: 'moved/not' } },
    ];
    expect((await save()).body).toMatchObject({ outcomes });
    await forgetAnswer();
    const again = await save();
    expect(again.body).toMatchObject({ outcomes });
    expect(again.text).not.toContain('of somebody else');
  });

  test('tells which entries it did not delete', async () => {
    await bulk('bulk-save', 'to delete', { entries: [{ id: 'doomed', value: 1 }] });
    const remove = () =>
      bulk('bulk-delete', 'delete', { deletes: [{ id: 'doomed' }, { id: 'moved', ifMatch: '"999999999"' }] });
    const outcomes = [
      { id: 'doomed', isDeleted: true },
      { id: 'moved', isDeleted: false, failure: { ...refused, operation: 'delete' } },
    ];
    expect((await remove()).body).toMatchObject({ outcomes });
    await forgetAnswer();
    expect((await remove()).body).toMatchObject({ outcomes });
  });
});
