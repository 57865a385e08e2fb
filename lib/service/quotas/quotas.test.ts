import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits, type Quota, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { hashToken } from '../access/session.ts';
import { type RunningService, startService } from '../start.ts';
import { callService, insertKey, startTestService } from '../testing/test-service.ts';
import { untilRecorded } from '../testing/until-recorded.ts';

const service = started(startTestService, 'close');
/** Another process on the same database. */
let elsewhere: RunningService;
let owner = '';
let limited = '';
beforeAll(async () => {
  const { database, dataFolder } = service;
  elsewhere = await startService({ database, dataFolder, port: 0, logLevel: 'silent' });
});
afterAll(() => elsewhere.close());

async function ownerOfKey(key: string): Promise<string> {
  const [row] = await service.database<{ owner: string }[]>`
    select 'account:' || service_account as owner from api_key where key_hash = ${hashToken(key)}`;
  return row?.owner ?? '';
}
async function newOwner(): Promise<void> {
  limited = await insertKey(service.database, scopes);
  owner = await ownerOfKey(limited);
}
const set = (body: object, headers: Record<string, string> = {}, of = owner) =>
  service.call('PUT', `/v1/quotas/${encodeURIComponent(of)}`, { token: service.allKey, body, headers });
const find = async (): Promise<Quota | undefined> => {
  const { body } = await service.call('GET', '/v1/quotas?maxPageSize=1000', { token: service.allKey });
  return Object(body).value.find((quota: Quota) => quota.owner === owner);
};
const create = (url = service.url) =>
  callService(url, 'POST', '/v1/tasks', { token: limited, body: { type: 'test.echo', queue: 'idle' } });

test('an owner has the limits of the deployment until somebody sets its own, which are then told to it', async () => {
  await newOwner();
  expect(await find()).toMatchObject({
    owner,
    kind: 'serviceAccount',
    own: {},
    limits: { requestsPerSecond: limits.requestsPerSecond, queuedTasks: limits.queuedTasks },
    etag: '"0"',
  });
  const answer = await set({ requestsPerSecond: 7, storedBytesPerHour: 2 ** 40 });
  expect(answer, answer.text).toMatchObject({
    status: 201,
    body: {
      own: { requestsPerSecond: 7, storedBytesPerHour: 2 ** 40 },
      limits: { requestsPerSecond: 7, queuedTasks: limits.queuedTasks },
      lastModifiedBy: 'test key',
    },
  });
  const told = await service.call('GET', '/v1/limits', { token: limited });
  expect(told.body).toMatchObject({ requestsPerSecond: 7, queuedTasks: limits.queuedTasks });
  expect(told.headers.get('ratelimit-policy')).toBe('"requests";q=14;w=2');
  expect((await set({})).body).toMatchObject({ own: {}, limits: { requestsPerSecond: limits.requestsPerSecond } });
  await untilRecorded(service.database);
  const trail = await service.database<{ detail: string }[]>`
    select detail from audit_record where operation = 'SetQuota' and target_kind = 'quota' and target_id = ${owner}
    order by id`;
  expect(trail.map(({ detail }) => detail)).toEqual([
    `requestsPerSecond 7, storedBytesPerHour ${2 ** 40}`,
    'the limits of the deployment',
  ]);
});

test('an own limit is enforced, for all keys of the owner and no other, and the refusal has limit and number', async () => {
  await newOwner();
  await set({ queuedTasks: 3 });
  const answers = [];
  for (let count = 0; count < 6; count += 1) answers.push(await create());
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  const created = answers.filter(({ status }) => status === 201).length;
  expect([2, 3, 4], 'one more or fewer, as the database is asked in the background').toContain(created);
  expect(refused.at(-1)?.body).toMatchObject({
    code: 'TooManyRequests',
    detail: expect.stringMatching(/the caller has [3-6] queued tasks, the limit \(queuedTasks\) is 3/),
  });
  expect(await find()).toMatchObject({ use: { queuedTasks: Math.min(created, 3) } }); // counted up to the limit
  const others = await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo' } });
  expect(others.status).toBe(201);
  await set({ queuedTasks: 50 });
  expect((await create()).status, 'a raised limit counts at once').toBe(201);
});

test('a limit that one process sets counts in the others, and what they count is shown', async () => {
  await newOwner();
  await set({ concurrentWaits: 1 });
  const saved = { token: limited, body: { value: 'x'.repeat(5_000) } };
  expect((await callService(elsewhere.url, 'PUT', '/v1/stores/used/entries/a', saved)).status).toBe(201);
  const stream = await fetch(`${elsewhere.url}/v1/watch`, { headers: { authorization: `Bearer ${limited}` } });
  const reader = stream.body?.getReader();
  await reader?.read();
  await expect
    .poll(
      async () => {
        const second = new AbortController();
        const path = `${elsewhere.url}/v1/watch`;
        const answer = await fetch(path, { headers: { authorization: `Bearer ${limited}` }, signal: second.signal });
        const text = answer.status === 429 ? await answer.text() : '';
        second.abort();
        return text;
      },
      { timeout: 20_000 },
    )
    .toMatch(/the caller has 1 waits and streams, the limit \(concurrentWaits\) is 1/);
  await expect
    .poll(find, { timeout: 20_000 })
    .toMatchObject({ use: { concurrentWaits: 1, storedBytesPerHour: expect.any(Number) } });
  expect((await find())?.use.storedBytesPerHour).toBeGreaterThanOrEqual(5_000);
  await reader?.cancel();
});

test('bytes beyond the own limit are refused with how many came', async () => {
  await newOwner();
  await set({ storedBytesPerHour: 4_000 });
  const save = () =>
    service.call('PUT', '/v1/stores/bytes/entries/a', { token: limited, body: { value: 'x'.repeat(5_000) } });
  expect((await save()).status).toBe(201);
  expect((await save()).body).toMatchObject({
    detail: expect.stringMatching(/may store 4000 bytes in an hour \(storedBytesPerHour\), and 50\d\d have come/),
  });
});

test('what is no limit, no owner, or older than the last change is refused, and so is who may not', async () => {
  await newOwner();
  for (const bad of [{ requestsPerSecond: 0 }, { queuedTasks: 1.5 }, { storedBytesPerHour: 2 ** 41 }, { other: 1 }])
    expect((await set(bad)).status, JSON.stringify(bad)).toBe(400);
  expect(await set({}, {}, 'account:nobody')).toMatchObject({ status: 404, body: { code: 'OwnerNotFound' } });
  expect((await set({}, {}, 'somebody')).status).toBe(400);
  expect((await set({ queuedTasks: 1 }, { 'if-match': '"0"' })).status).toBe(201);
  expect(await set({ queuedTasks: 2 }, { 'if-match': '"0"' })).toMatchObject({
    status: 412,
    body: { detail: expect.stringContaining('changed by test key') },
  });
  expect((await set({ queuedTasks: 2 }, { 'if-none-match': '*' })).status).toBe(412);
  const weak = await insertKey(service.database, ['operators/manage']);
  expect((await service.call('GET', '/v1/quotas', { token: weak })).status).toBe(403);
  const bounded = await service.boundedKey({ queues: ['a'] });
  expect((await service.call('GET', '/v1/quotas', { token: bounded })).body).toMatchObject({ code: 'OutsideBounds' });
});

test('nobody limits who may do more, except themselves', async () => {
  await newOwner();
  const rich = owner;
  const [admin] = await service.database<{ owner: string }[]>`select 'operator:' || id as owner from operator`;
  const manager = await insertKey(service.database, ['quotas/manage']);
  const limit = (of: string) =>
    service.call('PUT', `/v1/quotas/${encodeURIComponent(of)}`, { token: manager, body: { requestsPerSecond: 1 } });
  for (const more of [rich, admin?.owner ?? ''])
    expect(await limit(more), more).toMatchObject({
      status: 403,
      body: {
        code: 'InsufficientScope',
        detail: expect.stringMatching(/the target has scopes that you lack: .*tasks/),
      },
    });
  expect((await find())?.own).toEqual({});
  const own = await ownerOfKey(manager);
  await service.database`
    insert into api_key (name, key_hash, scopes, created_by, service_account)
    values ('more', ${hashToken('more')}, array['tasks/read'], 'test', ${own.slice('account:'.length)})`;
  expect((await limit(own)).status, 'its own account, whose other key may do more').toBe(201);
  const equal = await insertKey(service.database, ['quotas/manage']);
  expect((await limit(await ownerOfKey(equal))).status).toBe(201);
});

test('an owner beyond its bytes can still raise that limit', async () => {
  await newOwner();
  await set({ storedBytesPerHour: 1 });
  const save = () => service.call('PUT', '/v1/stores/raised/entries/a', { token: limited, body: { value: 1 } });
  expect([(await save()).status, (await save()).status]).toEqual([201, 429]);
  const path = `/v1/quotas/${encodeURIComponent(owner)}`;
  expect((await service.call('PUT', path, { token: limited, body: { storedBytesPerHour: 2 ** 30 } })).status).toBe(200);
  expect((await save()).status).toBe(200);
});

test('owners come by name, page by page, each once', async () => {
  const seen: Quota[] = [];
  for (let path: string | undefined = '/v1/quotas?maxPageSize=2'; path !== undefined; ) {
    const { body } = await service.call('GET', path, { token: service.allKey });
    const { value, nextLink } = Object(body);
    seen.push(...value);
    path = nextLink === undefined ? undefined : nextLink.slice(new URL(nextLink).origin.length);
  }
  const names = seen.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(new Set(seen.map(({ owner: one }) => one)).size).toBe(seen.length);
  expect(names).toContain('admin@localhost');
});
