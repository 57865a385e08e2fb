import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { BulkOperation, BulkPreview, BulkResult, TaskResponse } from '#contract';
import { NonRetryableError } from '#engine';
import { defineTask, startWorker } from '#worker';
import { started } from '../../contract/testing/started.ts';
import { adminPassword, insertOperator, startTestService, type TestAnswer } from '../testing/test-service.ts';
import { untilRecorded } from '../testing/until-recorded.ts';

/** Passes, fails or waits for an event, as its input says. */
const job = defineTask<{ outcome: string }>({
  type: 'job',
  async run(ctx, { outcome }) {
    await ctx.step('first', () => 1);
    if (outcome === 'wait' || (outcome === 'fail, then wait' && ctx.runCount > 1)) await ctx.waitForEvent('go');
    await ctx.step('second', () => {
      if (outcome.startsWith('fail') && ctx.runCount === 1) throw new NonRetryableError('first run fails');
      if (outcome === 'always fail') throw new NonRetryableError('every run fails');
    });
  },
});

const service = started(startTestService, 'close');
let worker: Awaited<ReturnType<typeof startWorker>>;
let count = 0;

beforeAll(async () => {
  worker = await startWorker({ databaseUrl: service.databaseUrl, definitions: [job], name: 'worker' });
});
afterAll(() => worker.stop());

/** Creates tasks with this outcome and resolves with their ids, when their first runs are as given. */
async function tasks(number: number, outcome: string, status: string, queue = 'default'): Promise<string[]> {
  const batch = ++count;
  const ids = Array.from({ length: number }, (_, index) => `job-${batch}-${index}`);
  for (const id of ids)
    await call('POST', '/v1/tasks', { id, type: 'job', queue, input: { outcome }, tags: { batch: String(batch) } });
  await expect.poll(async () => (await statusesOf(ids)).every((given) => given === status)).toBe(true);
  return ids;
}

async function call<Body>(method: string, path: string, body?: unknown, token = service.allKey): Promise<Body> {
  const answer = await service.call(method, path, { token, ...(body !== undefined && { body }) });
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body as Body;
}

async function statusesOf(ids: readonly string[]): Promise<(string | undefined)[]> {
  const query = ids.map((id) => `id=${id}`).join('&');
  const { value } = await call<{ value: TaskResponse[] }>('GET', `/v1/tasks?maxPageSize=1000&${query}`);
  return ids.map((id) => value.find((task) => task.id === id)?.status);
}

const create = (body: object, token?: string) => call<BulkOperation>('POST', '/v1/bulk-operations', body, token);
const get = (id: string) => call<BulkOperation>('GET', `/v1/bulk-operations/${id}`);

async function ended(id: string): Promise<BulkOperation> {
  await expect.poll(async () => (await get(id)).endedOn, { timeout: 20_000 }).toBeDefined();
  return get(id);
}

async function resultsOf(id: string, query = ''): Promise<BulkResult[]> {
  return (await call<{ value: BulkResult[] }>('GET', `/v1/bulk-operations/${id}/results${query}`)).value;
}

test('it acts on chosen tasks in order, says which were refused and why, and audits each below one request', async () => {
  const waiting = await tasks(3, 'wait', 'waiting');
  const [done] = await tasks(1, 'pass', 'succeeded');
  const ids = [...waiting, done, 'nobody', waiting[0]];
  const { id, total } = await create({ action: { kind: 'cancel' }, selection: { ids }, reason: 'not needed' });
  expect(total).toBe(5);
  expect(await ended(id)).toMatchObject({
    status: 'completed',
    succeeded: 3,
    refused: 2,
    pending: 0,
    reason: 'not needed',
  });
  expect(await statusesOf(waiting)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(await resultsOf(id)).toMatchObject([
    ...waiting.map((taskId) => ({ taskId, status: 'succeeded' })),
    { taskId: done, status: 'refused', code: 'InvalidTransition', message: 'it is succeeded' },
    { taskId: 'nobody', status: 'refused', code: 'TaskNotFound' },
  ]);
  const causes = await call<{ value: object[] }>('GET', `/v1/bulk-operations/${id}/causes`);
  expect(causes.value).toMatchObject([
    { code: 'InvalidTransition', message: 'it is succeeded', count: 1, exampleTaskId: done },
    { code: 'TaskNotFound', count: 1 },
  ]);
  await untilRecorded(service.database);
  const records = await service.database<{ operation: string; target_id: string; outcome: string; detail: string }[]>`
    select operation, target_id, outcome, detail from audit_record
    where request_id = (select request_id from audit_record where target_id = ${id}) order by id`;
  const children = records.filter(({ operation }) => operation === 'CancelTask');
  expect(records).toContainEqual(
    expect.objectContaining({ operation: 'CreateBulkOperation', detail: 'cancel of many tasks; reason: not needed' }),
  );
  expect(children.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'succeeded', 'refused', 'refused']);
  expect(children[0]).toMatchObject({ target_id: waiting[0], detail: `bulk operation ${id}` });
});

test('who may only change tasks does not decide through its task when it acts', async () => {
  const [task = ''] = await tasks(1, 'pass', 'succeeded');
  const { id } = await create({ action: { kind: 'delete' }, selection: { ids: [task] }, delayInMs: 3_600_000 });
  const token = await service.key('tasks/read', 'tasks/update');
  const change = (method: string, path: string, body = {}) =>
    service.call(method, `/v1/tasks/${id}${path}`, { token, body });
  const refused = { status: 409, body: { detail: expect.stringContaining('it works off a bulk operation') } };
  for (const body of [{ startOn: '2026-01-01T00:00:00Z' }, { queue: 'other' }])
    expect(await change('PATCH', '', body)).toMatchObject(refused);
  for (const path of ['/wake', '/resume', '/rerun']) expect(await change('POST', path)).toMatchObject(refused);
  expect((await change('POST', '/pause')).status).toBe(200);
  expect(await change('POST', '/resume')).toMatchObject(refused);
  await call('POST', `/v1/bulk-operations/${id}/stop`);
  expect(await statusesOf([task])).toEqual(['succeeded']);
});

test('a rerun in stages waits for the ends of each, and ends when every run has', async () => {
  const failing = await tasks(6, 'fail, then wait', 'failed');
  const filter = { status: ['failed'], tag: [`batch=${count}`] };
  const { id } = await create({ action: { kind: 'rerun' }, selection: { filter }, stages: [1, 2] });
  const waitsIn = (stage: number, pending: number) =>
    expect
      .poll(() => get(id), { timeout: 10_000 })
      .toMatchObject({ status: 'running', stage, pending, stageActedOn: expect.any(String) });
  const letEnd = (ids: readonly string[]) =>
    Promise.all(ids.map((task) => call('POST', `/v1/tasks/${task}/events/go`, { value: 1 })));
  await waitsIn(1, 5);
  await letEnd(failing.slice(0, 1));
  await waitsIn(2, 3);
  await letEnd(failing.slice(1, 3));
  await waitsIn(3, 0);
  await letEnd(failing.slice(3));
  expect(await ended(id)).toMatchObject({ status: 'completed', total: 6, succeeded: 6, failed: 0, stages: [1, 2] });
  const results = await resultsOf(id);
  expect(results.map(({ taskId }) => taskId)).toEqual(failing);
  expect(results.every(({ runCount }) => runCount === 2)).toBe(true);
});

test('a defect that no task is to blame for ends the operation, which says so', async () => {
  await tasks(2, 'fail, then wait', 'failed');
  const filter = { status: ['failed'], tag: [`batch=${count}`] };
  const { id } = await create({ action: { kind: 'rerun' }, selection: { filter }, stages: [1] });
  await expect.poll(() => get(id)).toMatchObject({ running: 1, stageActedOn: expect.any(String) });
  await service.owner.unsafe(`
    create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'a defect'; end $$;
    create trigger fail_here before update of stage_acted_on, running on bulk_operation
      for each row when (old.id = '${id}') execute function fail_here()`);
  onTestFinished(async () => void (await service.owner`drop function fail_here cascade`));
  const endsWithoutWaits = async () => {
    await service.owner`
      update active_run a set due_on = now() from task t
      where t.key = a.task_key and t.id = ${id} and a.status = 'retrying'`;
    return (await get(id)).endedOn !== undefined;
  };
  await expect.poll(endsWithoutWaits, { timeout: 15_000 }).toBe(true);
  const endReason = 'The service failed; its log has the error.';
  expect(await get(id)).toMatchObject({ status: 'stopped', endReason, pending: 1 });
});

test('it stops by itself when more tasks fail than allowed, and those that failed can be selected again', async () => {
  await tasks(5, 'always fail', 'failed');
  const selection = { filter: { tag: [`batch=${count}`] } };
  const { id } = await create({ action: { kind: 'rerun' }, selection, stages: [1, 1], maximumFailures: 1 });
  const stopped = await ended(id);
  expect(stopped).toMatchObject({ status: 'stopped', failed: 2, pending: 3, stage: 2 });
  expect(stopped.endReason).toBe('2 tasks failed, more than the 1 allowed.');
  expect(await resultsOf(id, '?status=failed')).toMatchObject([
    { code: 'failed', message: 'NonRetryableError: every run fails' },
    { code: 'failed', message: 'NonRetryableError: every run fails' },
  ]);
  const fork = { action: { kind: 'fork' }, selection: { operation: id }, waitForEndInMs: 20_000 };
  const retried = await create({ ...fork, maximumFailures: 1 });
  expect(retried.total).toBe(2);
  // the failures leave no task to act on, so nothing is stopped
  expect(await ended(retried.id)).toMatchObject({ status: 'completed', failed: 2, running: 0, pending: 0 });
  const [task] = await resultsOf(retried.id);
  const run = await call<object>('GET', `/v1/tasks/${task?.taskId}/history/3`);
  expect(run).toMatchObject({ trigger: 'fork', forkedFrom: { runCount: 2, sequence: 1 } });
});

test('a fork from a named step keeps the steps before it and the input of the run', async () => {
  const [id = ''] = await tasks(1, 'fail', 'failed');
  await call('PATCH', `/v1/tasks/${id}`, { input: { outcome: 'always fail' } });
  const fork = (fromStep: string) =>
    create({ action: { kind: 'fork', fromStep }, selection: { ids: [id] } }).then((made) => ended(made.id));
  expect(await fork('no such step')).toMatchObject({ refused: 1 });
  expect(await fork('second')).toMatchObject({ succeeded: 1 });
  const { value } = await call<{ value: object[] }>('GET', `/v1/tasks/${id}/history/2/steps`);
  expect(value).toMatchObject([
    { name: 'first', keptFrom: 1 },
    { name: 'second', status: 'succeeded' },
  ]);
});

test('it ends backoffs, sleeps and start times, and refuses runs that wait for something else', async () => {
  const later = { type: 'job', input: { outcome: 'pass' }, startOn: new Date(Date.now() + 3_600_000).toISOString() };
  for (const id of ['job-later-1', 'job-later-2']) await call('POST', '/v1/tasks', { ...later, id });
  const [waiting = ''] = await tasks(1, 'wait', 'waiting');
  const request = { action: { kind: 'wake' }, selection: { ids: ['job-later-1', 'job-later-2', waiting] } };
  const refused = [{ reason: 'it waits, but not for a time', count: 1 }];
  expect(await call<BulkPreview>('POST', '/v1/bulk-previews', request)).toMatchObject({ total: 3, refused });
  const { id } = await create({ ...request, waitForEndInMs: 20_000 });
  expect(await ended(id)).toMatchObject({ succeeded: 2, refused: 1 });
  expect(await statusesOf(['job-later-1', waiting])).toEqual(['succeeded', 'waiting']);
});

test('it pauses and resumes runs, raises events, changes settings, and deletes', async () => {
  const ids = await tasks(2, 'wait', 'waiting');
  const act = (action: object) => create({ action, selection: { ids } }).then(({ id }) => ended(id));
  expect(await act({ kind: 'pause' })).toMatchObject({ succeeded: 2 });
  expect(await statusesOf(ids)).toEqual(['paused', 'paused']);
  expect(await act({ kind: 'resume' })).toMatchObject({ succeeded: 2 });
  await act({ kind: 'update', tags: { kept: 'yes', batch: null }, priority: 7, queue: 'other' });
  expect(await call('GET', `/v1/tasks/${ids[0]}`)).toMatchObject({
    tags: { kept: 'yes' },
    priority: 7,
    queue: 'other',
  });
  await act({ kind: 'update', queue: 'default' });
  await act({ kind: 'raiseEvent', name: 'go', value: { secret: 'a value' } });
  await expect.poll(() => statusesOf(ids)).toEqual(['succeeded', 'succeeded']);
  const active = await tasks(1, 'wait', 'waiting');
  expect(
    await create({ action: { kind: 'delete' }, selection: { ids: active } }).then(({ id }) => ended(id)),
  ).toMatchObject({ refused: 1 });
  expect(await act({ kind: 'delete' })).toMatchObject({ succeeded: 2 });
  expect(await statusesOf(ids)).toEqual([undefined, undefined]);
});

test('the data of an event is in no answer', async () => {
  const action = { kind: 'raiseEvent', name: 'go', value: 'a hidden value' };
  const { id } = await create({ action, selection: { ids: ['nobody'] } });
  const texts = await Promise.all(
    ['', `/${id}`, `/${id}/results`].map(
      async (path) => (await service.call('GET', `/v1/bulk-operations${path}`, { token: service.allKey })).text,
    ),
  );
  expect(texts.join()).toContain('"name":"go"');
  expect(texts.join()).not.toContain('a hidden value');
});

test('a destructive one counts down, and stopped in time it does nothing', async () => {
  const ids = await tasks(1, 'pass', 'succeeded');
  const { id, status } = await create({ action: { kind: 'delete' }, selection: { ids }, delayInMs: 60_000 });
  expect(status).toBe('scheduled');
  const stopped = await call<BulkOperation>('POST', `/v1/bulk-operations/${id}/stop`, { reason: 'a mistake' });
  expect(stopped).toMatchObject({ status: 'stopped', pending: 1, endReason: 'Stopped by test key: a mistake' });
  expect(await statusesOf(ids)).toEqual(['succeeded']);
  const again = await service.call('POST', `/v1/bulk-operations/${id}/resume`, { token: service.allKey });
  expect(again).toMatchObject({ status: 409, body: { code: 'InvalidTransition' } });
});

test('paused, it acts on no more tasks; a rate bounds how many a second', async () => {
  await tasks(12, 'pass', 'succeeded');
  const selection = { filter: { tag: [`batch=${count}`] } };
  const { id } = await create({ action: { kind: 'update', priority: 1 }, selection, tasksPerSecond: 5 });
  await expect.poll(async () => (await get(id)).succeeded).toBeGreaterThan(0);
  const paused = await call<BulkOperation>('POST', `/v1/bulk-operations/${id}/pause`);
  expect(paused.status).toBe('paused');
  expect(paused.pending).toBeGreaterThan(0);
  const [before] = await service.database`select count(*) from task where priority = 1`;
  expect(before?.count).toBe(paused.succeeded);
  await call('POST', `/v1/bulk-operations/${id}/resume`);
  expect(await ended(id)).toMatchObject({ succeeded: 12 });
  const acted = (await resultsOf(id)).map(({ actedOn }) => Date.parse(actedOn ?? ''));
  expect(Math.max(...acted) - Math.min(...acted)).toBeGreaterThan(1_500);
});

test('it needs the scope of its action, and stops when its creator loses it', async () => {
  const ids = await tasks(4, 'pass', 'succeeded');
  const reader = await service.key('tasks/read', 'tasks/update');
  const request = { action: { kind: 'delete' }, selection: { ids } };
  const refused = await service.call('POST', '/v1/bulk-operations', { token: reader, body: request });
  expect(refused).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
  expect(refused.text).toContain('Data/Taskdeck.Orchestration/tasks/delete');

  const email = 'bulk@example.com';
  const given = { email, name: 'Bulk', password: adminPassword, scopes: ['tasks/read', 'tasks/delete'] as const };
  await insertOperator(service.database, given);
  const { accessToken } = await call<{ accessToken: string }>('POST', '/v1/sign-in', {
    email,
    password: adminPassword,
  });
  const { id } = await create({ ...request, tasksPerSecond: 1 }, accessToken);
  await expect.poll(async () => (await get(id)).succeeded).toBeGreaterThan(0);
  await service.database`update operator set scopes = '{tasks/read}' where email = ${email}`;
  const stopped = await ended(id);
  expect(stopped).toMatchObject({ status: 'stopped' });
  expect(stopped.endReason).toBe(`${email} has lost the scope Data/Taskdeck.Orchestration/tasks/delete.`);
  expect(stopped.pending).toBeGreaterThan(0);
  const stop = await service.call('POST', `/v1/bulk-operations/${id}/stop`, { token: reader });
  expect(stop.status).toBe(403);
});

test('it stops when its creator may not ask about the steps of its filter any more', async () => {
  await tasks(4, 'pass', 'succeeded');
  const email = 'steps@example.com';
  const scopes = ['tasks/read', 'tasks/update', 'steps/read'] as const;
  await insertOperator(service.database, { email, name: 'Steps', password: adminPassword, scopes });
  const { accessToken } = await call<{ accessToken: string }>('POST', '/v1/sign-in', {
    email,
    password: adminPassword,
  });
  const selection = { filter: { tag: [`batch=${count}`], step: 'first' } };
  const { id } = await create({ action: { kind: 'update', priority: 1 }, selection, tasksPerSecond: 1 }, accessToken);
  await expect.poll(async () => (await get(id)).succeeded).toBeGreaterThan(0);
  await service.database`update operator set scopes = '{tasks/read,tasks/update}' where email = ${email}`;
  expect(await ended(id)).toMatchObject({
    status: 'stopped',
    endReason: `${email} has lost the scope Data/Taskdeck.Orchestration/steps/read.`,
  });
});

test('a retried creation finds the operation of the first try, and the same request a day later makes another', async () => {
  const body = { action: { kind: 'pause' }, selection: { ids: ['nobody'] } };
  const headers = { 'idempotency-key': 'once' };
  const send = () => service.call('POST', '/v1/bulk-operations', { token: service.allKey, body, headers });
  const idOf = ({ body }: TestAnswer) => (body as { id: string }).id;
  const first = await send();
  expect(first.status).toBe(201);
  expect(await send()).toMatchObject({ status: 201, body: { id: idOf(first) } });
  await service.database`update idempotent_answer set claimed_on = now() - interval '25 hours' where key = 'once'`;
  const nextDay = await send();
  expect(nextDay.status).toBe(201);
  expect(idOf(nextDay)).not.toBe(idOf(first));
});

test('a filter is frozen at creation: tasks created later are left alone, and so is the work itself', async () => {
  const [first] = await tasks(1, 'pass', 'queued', 'frozen');
  await ended((await create({ action: { kind: 'pause' }, selection: { ids: ['nobody'] } })).id);
  const filter = { queue: ['frozen', 'taskdeck'] };
  const { id } = await create({ action: { kind: 'update', priority: 3 }, selection: { filter }, delayInMs: 1_500 });
  const later = { id: 'job-later', type: 'job', queue: 'frozen', input: { outcome: 'pass' } };
  await call('POST', '/v1/tasks', later);
  expect(await ended(id)).toMatchObject({ total: 1, succeeded: 1 });
  expect((await resultsOf(id)).map(({ taskId }) => taskId)).toEqual([first]);
});

test('the preview counts by status, type and age, tells what would be refused, and shows ten tasks', async () => {
  await tasks(12, 'pass', 'succeeded');
  const passed = count;
  await tasks(2, 'fail', 'failed');
  const filter = { tag: [`batch=${passed}`, `batch=${count}`] };
  const preview = (action: object) => call<BulkPreview>('POST', '/v1/bulk-previews', { action, selection: { filter } });
  const forked = await preview({ kind: 'fork' });
  expect(forked).toMatchObject({
    total: 14,
    isCut: false,
    byStatus: [
      { status: 'succeeded', count: 12 },
      { status: 'failed', count: 2 },
    ],
    byType: [{ type: 'job', count: 14 }],
    byAge: [{ age: 'hour', count: 14 }],
    refused: [{ reason: 'it has no step that did not succeed', count: 12 }],
  });
  expect(forked.sample).toHaveLength(10);
  expect(forked.sample[0]).not.toHaveProperty('input');
  expect(forked.steps).toEqual([
    { name: 'first', kept: 2, rerun: 0 },
    { name: 'second', kept: 0, rerun: 2 },
  ]);
  expect((await preview({ kind: 'rerun' })).steps).toEqual([
    { name: 'first', kept: 0, rerun: 14 },
    { name: 'second', kept: 0, rerun: 14 },
  ]);
  const blind = await service.key('tasks/read');
  const unseen = { action: { kind: 'fork' }, selection: { filter } };
  expect((await call<BulkPreview>('POST', '/v1/bulk-previews', unseen, blind)).steps).toEqual([]);
  const paused = await preview({ kind: 'pause' });
  expect(paused.steps).toEqual([]);
  expect(paused.refused).toEqual([
    { reason: 'it is succeeded', count: 12 },
    { reason: 'it is failed', count: 2 },
  ]);
});

test('a task of the reserved type is created only with its operation', async () => {
  const body = { type: 'taskdeck.bulk-operation' };
  const refused = await service.call('POST', '/v1/tasks', { token: service.allKey, body });
  expect(refused).toMatchObject({ status: 400, body: { code: 'UnknownTaskType' } });
  const { value } = await call<{ value: { type: string }[] }>('GET', '/v1/task-types');
  expect(value.map(({ type }) => type)).toEqual(['job', 'test.echo']);
});
