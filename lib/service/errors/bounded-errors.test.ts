import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bounds, errorGroupListQuery } from '#contract';
import { createEngine } from '#engine';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const bounds: Bounds = { types: ['billing.*'], queues: ['billing'] };
const service = started(startTestService, 'close');
let token = '';

/** A run that failed with a cause. */
async function fail(id: string, type: string, queue: string, fingerprint: string, worker = `worker of ${queue}`) {
  const error = JSON.stringify({ name: 'Error', message: `${id} failed`, fingerprint });
  await service.database`
    with made as (
      insert into task (id, type, queue, priority, created_by, modified_by, tags)
      values (${id}, ${type}, ${queue}, 0, 'a', 'a', ${JSON.stringify({ mark: id })}::text::json) returning key
    ), ended as (
      insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, started_on,
        ended_on, worker, fingerprint, error)
    select key, 1, true, 'failed', 'create', 'a', 1, now(), now() - interval '2 seconds', now() - interval '1 second',
      ${worker}, ${fingerprint}, ${error}::text::json from made
      returning task_key, worker, fingerprint, ended_on
    )
    insert into failure (fingerprint, task_key, run_count, worker, ended_on)
    select fingerprint, task_key, 1, worker, ended_on from ended`;
}

beforeAll(async () => {
  token = await service.boundedKey(bounds);
  for (const [id, type, queue, fingerprint] of [
    ['inside', 'billing.run', 'billing', 'own'],
    ['inside-two', 'billing.other', 'billing', 'own'],
    ['inside-again', 'billing.run', 'billing', 'second'],
    ['mixed-inside', 'billing.run', 'billing', 'mixed'],
    ['mixed-outside', 'billing.run', 'mail', 'mixed'],
    ['typed-inside', 'billing.run', 'billing', 'typed'],
    ['typed-outside', 'mail.send', 'billing', 'typed'],
    ['outside', 'mail.send', 'mail', 'theirs'],
  ] as const)
    await fail(id, type, queue, fingerprint);
  while ((await groups(service.allKey)).length < 5) await sleep(50);
}, 60_000);

const call = (method: string, path: string, body?: object, by = token) =>
  service.call(method, path, { token: by, ...(body && { body }) });
const groups = async (by = token, query = '') =>
  ((await call('GET', `/v1/error-groups${query}`, undefined, by)).body as { value: { id: string }[] }).value;

describe('error groups', () => {
  test('are seen when all their failures are inside', async () => {
    expect((await groups()).map(({ id }) => id).sort()).toEqual(['own', 'second']);
    expect(await groups(token, '?search=outside')).toEqual([]);
    const page = await call('GET', '/v1/error-groups?maxPageSize=1');
    expect(page.text).toContain('nextLink');
    expect((await call('GET', '/v1/error-groups/own')).body).toMatchObject({
      id: 'own',
      failureCount: 2,
      taskCount: 2,
      failedTaskCount: 2,
      latest: { taskId: expect.stringMatching(/^inside/) },
    });
    const lists = [{ list: 'errors', query: '' }];
    const { counts } = (await call('POST', '/v1/match-counts', { lists })).body as { counts: object[] };
    expect(counts).toEqual([{ count: 2, hasMore: false }]);
  });

  test('outside are like those that there are not, for each operation', async () => {
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/remedies'],
      ['PATCH', '', { status: 'resolved' }],
      ['POST', '/merge', { ids: ['own'] }],
    ] as [string, string, object?][]) {
      const answers = [];
      for (const id of ['theirs', 'mixed', 'typed', 'none']) {
        const { status, body: told } = await call(method, `/v1/error-groups/${id}${path}`, body);
        answers.push([status, (told as { detail: string }).detail.replace(id, '')]);
      }
      expect(answers, `${method} ${path}`).toEqual(Array(4).fill([404, 'there is no error group ""']));
    }
    for (const id of ['theirs', 'mixed', 'typed'])
      expect((await call('POST', '/v1/error-groups/own/merge', { ids: [id] })).status).toBe(404);
    expect((await groups(service.allKey)).length).toBe(5);
  });

  test('inside are resolved, and stay what they were for others', async () => {
    expect((await call('PATCH', '/v1/error-groups/second', { status: 'resolved' })).status).toBe(204);
    expect(await groups(service.allKey, '?status=resolved')).toMatchObject([{ id: 'second' }]);
    expect((await call('GET', '/v1/error-groups/second/remedies')).status).toBe(200);
  });

  test('do not name a task that was moved outside', async () => {
    await service.database`update task set queue = 'mail' where id = 'inside-again'`;
    const { body, text } = await call('GET', '/v1/error-groups/second');
    expect(body).toMatchObject({ taskCount: 0, failedTaskCount: 0 });
    expect(text).not.toContain('"inside-again"');
    await service.database`update task set queue = 'billing' where id = 'inside-again'`;
  });

  test('that are merged with one outside are not seen any more', async () => {
    await fail('merged', 'billing.run', 'billing', 'merged');
    await expect.poll(async () => (await groups()).map(({ id }) => id), { timeout: 15_000 }).toContain('merged');
    expect((await call('POST', '/v1/error-groups/own/merge', { ids: ['second'] })).status).toBe(204);
    expect((await groups()).map(({ id }) => id).sort()).toEqual(['merged', 'own']);
    await call('POST', '/v1/error-groups/merged/merge', { ids: ['theirs'] }, service.allKey);
    expect((await groups()).map(({ id }) => id)).toEqual(['own']);
  });

  test('are reached by types alone, and by queues alone', async () => {
    const reached = async (given: Bounds) => (await groups(await service.boundedKey(given))).map(({ id }) => id).sort();
    expect(await reached({ types: ['billing.*'] })).toEqual(['mixed', 'own']);
    expect(await reached({ queues: ['billing'] })).toEqual(['own', 'typed']);
    expect(await reached({ stores: ['billing'] })).toEqual(['merged', 'mixed', 'own', 'typed']);
    expect(await reached({ types: [] })).toEqual([]);
  });
});

test('what tasks have in common is told of tasks inside alone', async () => {
  for (const rest of ['', '&othersEndedAfter=2020-01-01T00:00:00Z']) {
    const query = `/v1/task-comparison?status=failed${rest}`;
    const { body, text } = await call('GET', query);
    expect(body).toMatchObject({ matching: { count: 6 } });
    expect(text).not.toMatch(/outside|mail/);
    expect((await call('GET', query, undefined, service.allKey)).body).toMatchObject({ matching: { count: 9 } });
  }
});

test('succeeded tasks of the type in another queue are not compared with', async () => {
  for (const [id, queue] of [
    ['good-outside', 'mail'],
    ['good-inside', 'billing'],
  ] as const) {
    await fail(id, 'billing.run', queue, 'good');
    await service.database`
      update run set status = 'succeeded', fingerprint = null, error = null
      where task_key = (select key from task where id = ${id})`;
  }
  const { body, text } = await call('GET', '/v1/task-comparison?status=failed');
  expect(body).toMatchObject({ others: { count: 1 } });
  expect(text).not.toMatch(/outside|mail/);
});

test('lanes have the runs inside, and no worker that serves nothing of it', async () => {
  await service.database`
    insert into worker (id, name, host, process_id, slots, queues, types, version, expires_on)
    select name, name, 'h', 1, 3, array[queue], array[type], '1', now() + interval '1 hour'
    from (values ('idle inside', 'billing', 'billing.run'), ('idle outside', 'mail', 'mail.send')) w (name, queue, type)`;
  const lanesOf = async (by: string, whose?: string) => {
    const { body, text } = await call('GET', `/v1/timeline?by=${by}`, undefined, whose);
    const { lanes, runs } = body as { lanes: { name: string }[]; runs: { taskId: string }[] };
    return { names: lanes.map(({ name }) => name), amount: runs.length, text };
  };
  const ofQueues = await lanesOf('queue');
  expect(ofQueues).toMatchObject({ names: ['billing'], amount: 7 });
  const ofWorkers = await lanesOf('worker');
  expect(ofWorkers).toMatchObject({ names: ['idle inside', 'worker of billing'], amount: 7 });
  expect(ofQueues.text + ofWorkers.text).not.toMatch(/outside|mail/);
  expect(await lanesOf('queue', service.allKey)).toMatchObject({ names: ['billing', 'mail'], amount: 11 });
});

test('the load of many runs counts those inside', async () => {
  const engine = createEngine(service.database);
  try {
    for (const by of ['queue', 'worker'] as const) {
      const { load = [], lanes } = await engine.getTimeline({ by }, { most: 1, bounds });
      expect(load.reduce((sum, { ended }) => sum + ended, 0)).toBe(7);
      expect(lanes.map(({ name }) => name).join()).not.toMatch(/outside|mail/);
    }
    const all = await engine.listErrorGroups(errorGroupListQuery.parse({}));
    expect(all.value.length).toBeGreaterThan(2);
  } finally {
    await engine.close();
  }
});
