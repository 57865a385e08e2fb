import { beforeAll, expect, test } from 'vitest';
import { lock, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { insertKey, startTestService } from '../testing/test-service.ts';

const bounds = { types: ['billing.*'], queues: ['billing'] };
const service = started(startTestService, 'close');
/** A key inside of bounds, and another one of another account with the same bounds. */
let token = '';
let colleague = '';

/** A task whose run holds a lock. */
async function addHolder(id: string, type: string, queue: string, name: string) {
  await service.database`
    with made as (
      insert into task (id, type, queue, priority, created_by, modified_by)
      values (${id}, ${type}, ${queue}, 0, 'a', 'a') returning key
    )
    insert into held_lock (namespace, name, fencing_token, owner, identity, task_key, run_count, sequence)
    select '', ${name}, key, ${`task ${id}`}, ${`task:${id}`}, key, 1, 0 from made`;
}

/** A run of a task that waits for a lock. */
async function addWaiter(id: string, name: string) {
  await service.database`
    insert into lock_waiter (namespace, name, owner, identity, task_key, run_count, sequence)
    select '', ${name}, ${`task ${id}`}, ${`task:${id}`}, key, 1, 1 from task where id = ${id}`;
}

beforeAll(async () => {
  token = await service.boundedKey(bounds);
  colleague = await insertKey(service.database, scopes, bounds);
  await addHolder('inside', 'billing.run', 'billing', 'inside');
  await addHolder('other-queue', 'billing.run', 'mail', 'other-queue');
  await addHolder('other-type', 'mail.send', 'billing', 'other-type');
  await addWaiter('other-type', 'inside');
  await addWaiter('inside', 'other-type');
  await put('program', { owner: 'a program', ttlInMs: 3_600_000 }, service.allKey);
  await put('colleague', { owner: 'my colleague', ttlInMs: 3_600_000 }, colleague);
});

const call = (method: string, path: string, body?: object, by = token) =>
  service.call(method, `/v1/locks${path}`, { token: by, ...(body && { body }) });
const put = (name: string, body: object = {}, by = token) => call('PUT', `/${name}`, body, by);
const names = async (query = '', by = token) =>
  ((await call('GET', query, undefined, by)).body as { value: { name: string }[] }).value.map(({ name }) => name);

test('of others, the locks of runs inside are seen, with their waiters inside alone', async () => {
  expect(await names()).toEqual(['inside']);
  expect(await names('', service.allKey)).toEqual(['colleague', 'inside', 'other-queue', 'other-type', 'program']);
  const { body, text } = await call('GET', '/inside');
  expect(body).toMatchObject({ owner: 'task inside', waiting: [], waitingCount: 0 });
  expect(text).not.toContain('other-type');
  expect((await call('GET', '/inside', undefined, service.allKey)).body).toMatchObject({ waitingCount: 1 });
  expect(await names('?taskId=other-type')).toEqual([]);
  expect(await names('?taskId=other-type', service.allKey)).toEqual(['inside', 'other-type']);
});

test('a lock of somebody else is like one that nobody holds', async () => {
  for (const name of ['other-queue', 'other-type', 'program', 'colleague', 'none']) {
    const { status, body } = await call('GET', `/${name}`);
    expect([status, (body as { detail: string }).detail.replace(name, '')]).toEqual([404, 'nobody holds a lock ""']);
    for (const query of ['?force=true', '?fencingToken=1'])
      expect((await call('DELETE', `/${name}${query}`)).status).toBe(204);
  }
  expect((await names('', service.allKey)).length).toBe(5);
});

test('a lock that is not free does not name its holder', async () => {
  for (const name of ['program', 'other-type', 'inside'])
    expect((await put(name)).body).toMatchObject({ code: 'LockHeld', detail: `lock "${name}" is not free` });
  expect((await put('program', {}, service.allKey)).body).toMatchObject({
    detail: expect.stringContaining('a program'),
  });
});

test('an own lock is acquired, seen, renewed and released', async () => {
  const { fencingToken } = lock.parse((await put('own', { owner: 'me' })).body);
  expect(await names()).toEqual(['inside', 'own']);
  expect(await names('', colleague)).toEqual(['colleague', 'inside']);
  expect((await put('own', { fencingToken })).body).toMatchObject({ owner: 'me' });
  expect((await call('DELETE', `/own?fencingToken=${fencingToken}`)).status).toBe(204);
  expect(await names()).toEqual(['inside']);
});

test('a lock of a run inside is released by force', async () => {
  expect((await call('DELETE', '/inside?force=true')).status).toBe(204);
  expect(await names()).toEqual([]);
});

test('a repeated acquisition whose answer was lost tells nothing of who has the lock by now', async () => {
  const acquire = () =>
    service.call('PUT', '/v1/locks/passed-on', { token, headers: { 'idempotency-key': 'passed on' }, body: {} });
  expect((await acquire()).status).toBe(201);
  await service.database`
    update idempotent_answer set sealed_answer = null, sealed_with = null, claimed_on = now() - interval '10 seconds'`;
  await service.database`delete from held_lock where name = 'passed-on'`;
  await put('passed-on', { owner: 'a stranger', ttlInMs: 3_600_000 }, service.allKey);
  const again = await acquire();
  expect(again.status).toBe(404);
  expect(again.text).not.toContain('a stranger');
});
