import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { problem } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { hashToken } from '../access/session.ts';
import { startTestService, type TestAnswer } from '../testing/test-service.ts';

const service = started(
  () =>
    startTestService({
      callers: { requestsPerSecond: 40, concurrentWaits: 2, queuedTasks: 20, storedBytesPerHour: 3_600_000 },
    }),
  'close',
);
let now = 0;
beforeAll(async () => {
  now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now); // on a busy machine, requests take longer
});
afterAll(async () => {
  vi.restoreAllMocks();
});

function expectTooMany(answer: TestAnswer, sentence: RegExp): void {
  expect(answer.status).toBe(429);
  expect(problem.parse(answer.body)).toMatchObject({
    code: 'TooManyRequests',
    detail: expect.stringMatching(sentence),
  });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

test('requests beyond the rate are answered 429, and every answer says what is left', async () => {
  const token = await service.key('tasks/read');
  const get = () => service.call('GET', '/v1/tasks/none', { token });
  const first = await get();
  expect(first.status).toBe(404);
  expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=80;w=2');
  expect(first.headers.get('ratelimit')).toBe('"requests";r=79;t=0');
  const ok = await service.call('GET', '/v1/tasks', { token });
  expect([ok.status, ok.headers.get('ratelimit')]).toEqual([200, '"requests";r=78;t=0']);
  await Promise.all(Array.from({ length: 78 }, get));
  const refused = await get();
  expectTooMany(refused, /40 requests each second \(requestsPerSecond\)/);
  expect(refused.headers.get('ratelimit')).toBe('"requests";r=0;t=1');
  expect((await service.call('GET', '/v1/limits', { token: service.allKey })).body).toMatchObject({
    requestsPerSecond: 40,
    concurrentWaits: 2,
    queuedTasks: 20,
    storedBytesPerHour: 3_600_000,
  });
  now += 1_000;
  expect((await get()).status).toBe(404);
});

test('all keys of one owner are one caller', async () => {
  const keys = [await service.key('tasks/read'), await service.key('tasks/read')];
  await service.database`
    update api_key set service_account = 'owner of two'
    where id in (select id from api_key order by created_on desc limit 2)`;
  const left = [];
  for (const token of keys) left.push((await service.call('GET', '/v1/tasks', { token })).headers.get('ratelimit'));
  expect(left).toEqual(['"requests";r=79;t=0', '"requests";r=78;t=0']);
});

test('a caller who has stored too many bytes stores no more for a while, and others do', async () => {
  const token = await service.key('state/create');
  const save = (bytes: number, by = token) =>
    service.call('PUT', '/v1/stores/large/entries/a', { token: by, body: { value: 'x'.repeat(bytes) } });
  expect((await save(3_000_000)).status).toBe(201);
  expect((await save(1_000_000)).status).toBe(200);
  const refused = await save(10);
  expectTooMany(refused, /a caller may store 3600000 bytes in an hour \(storedBytesPerHour\)/);
  expect((await save(10, service.allKey)).status).toBe(200);
  now += 1_000 * Number(refused.headers.get('retry-after'));
  expect((await save(10)).status).toBe(200);
});

test('of an upload that is aborted, only the bytes that came are counted', async () => {
  const token = await service.key('state/create');
  const save = () => service.call('PUT', '/v1/stores/aborted/entries/a', { token, body: { value: 1, hasBlob: true } });
  expect((await save()).status).toBe(201);
  const uploadAndLeave = (sentBytes: number) =>
    new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${token}`, 'content-length': 1_000_000_000 };
      const sending = httpRequest(`${service.url}/v1/stores/aborted/blobs/a`, { method: 'PUT', headers });
      sending.on('error', () => resolve()).on('close', () => resolve());
      sending.write('x'.repeat(sentBytes), () => setTimeout(() => sending.destroy(), 100));
    });
  for (let upload = 1; upload <= 3; upload += 1) await uploadAndLeave(1_000);
  expect((await save()).status).toBe(200);
  const afterMore = () => uploadAndLeave(1_000_000).then(save);
  await expect.poll(async () => (await afterMore()).status, { timeout: 20_000 }).toBe(429);
});

test('waits and streams of a caller are counted together until they end', async () => {
  const token = await service.key('tasks/read', 'locks/create');
  await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', id: 'long' } });
  const stream = await fetch(`${service.url}/v1/watch`, { headers: { authorization: `Bearer ${token}` } });
  await stream.body?.getReader().read();
  const left = new AbortController();
  const path = '/v1/tasks/long?waitInMs=60000';
  const wait = service.call('GET', path, { token, signal: left.signal });
  wait.catch(() => {});
  await expect.poll(async () => (await service.call('GET', path, { token })).status).toBe(429);
  expectTooMany(await service.call('GET', path, { token }), /2 waits and streams, the limit \(concurrentWaits\) is 2/);
  const lock = await service.call('PUT', '/v1/locks/door', { token, body: { waitInMs: 60_000 } });
  expectTooMany(lock, /concurrentWaits/);
  const other = await service.call('GET', '/v1/tasks/long?waitInMs=1', { token: service.allKey });
  expect(other.status).toBe(200);
  expect((await service.call('GET', '/v1/tasks/long', { token })).status).toBe(200);
  left.abort();
  await expect.poll(async () => (await service.call('GET', '/v1/tasks/long?waitInMs=1', { token })).status).toBe(200);
});

test('a caller with too many queued tasks creates no more until some have begun', async () => {
  await service.database`delete from active_run`;
  const token = await service.key('tasks/create');
  const create = () => service.call('POST', '/v1/tasks', { token, body: { type: 'test.echo' } });
  let created = 0;
  let answer = await create();
  for (; answer.status === 201 && created < 40; created += 1) answer = await create();
  expectTooMany(answer, /queued tasks, the limit \(queuedTasks\) is 20/);
  expect(created).toBe(20);
  const namesake = await service.key('tasks/create'); // of another service account
  const begun = await service.call('POST', '/v1/tasks', { token: namesake, body: { type: 'test.echo' } });
  expect(begun.status, begun.text).toBe(201);
  const second = await service.key('tasks/create');
  await service.database`
    update api_key set name = 'another name', service_account = (select service_account from api_key
      where key_hash = ${hashToken(token)}) where key_hash = ${hashToken(second)}`;
  const again = await service.call('POST', '/v1/tasks', { token: second, body: { type: 'test.echo' } });
  expectTooMany(again, /queued tasks, the limit \(queuedTasks\) is 20/);
  now += 2_000; // for the rate
  expect((await create()).status).toBe(429);
  await service.database`delete from active_run`;
  now += 2_000;
  await expect.poll(async () => (await create()).status).toBe(201);
});

type Search = { path?: string; body?: object };
test.each<[string, string, number, Search[]]>([
  ['searches of logs', 'log_entry', 20, [{ path: '/v1/logs?search=x' }, { path: '/v1/log-volume?search=x' }]],
  [
    'searches of inputs that are counted',
    'task_input',
    20,
    [{ path: '/v1/match-counts', body: { lists: [{ list: 'tasks', query: 'input=/a=1' }] } }],
  ],
  [
    'comparisons and previews',
    'task',
    18,
    [
      { path: '/v1/task-comparison?type=x' },
      { path: '/v1/tasks/compared/history/1/comparable' },
      { path: '/v1/bulk-previews', body: { action: { kind: 'pause' }, selection: { filter: { type: ['x'] } } } },
    ],
  ],
])('%s take turns by caller, so that one caller does not hold every connection', async (_, table, atMost, asked) => {
  now += 2_000; // for the rate
  const token = await service.key('logs/read', 'tasks/read', 'tasks/update');
  const body = { id: 'compared', type: 'test.echo', queue: 'idle' };
  await service.call('POST', '/v1/tasks', { token: service.allKey, body });
  const searches: Promise<TestAnswer>[] = [];
  await service.owner.begin(async (transaction) => {
    await transaction`lock table ${transaction(table)} in access exclusive mode`;
    for (let count = 0; count <= atMost; count += 1) {
      const { path = '', body }: Search = asked[count % asked.length] ?? {};
      searches.push(service.call(body === undefined ? 'GET' : 'POST', path, { token, body }));
    }
    expectTooMany(await Promise.race(searches), /too many .* by one caller at this moment/);
    expect((await service.call('GET', '/v1/secrets', { token: service.allKey })).status).toBe(200);
  });
  const statuses = (await Promise.all(searches)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array.from({ length: atMost }, () => 200), 429]);
});
