import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ErrorGroup, limits, type Scope, scopes, type TaskResponse } from '#contract';
import { type AnyTaskDefinition, loadSecretsKey, type RunningWorker, runWorker } from '#engine';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const failing = (type: string): AnyTaskDefinition => ({
  type,
  run(_, customer) {
    throw new Error(`customer ${String(customer)} is unknown`);
  },
});

const definitions: AnyTaskDefinition[] = [
  { type: 'test.child', run: () => ({ pin: 'hidden-output' }) },
  {
    type: 'test.parent',
    async run(ctx, id) {
      await ctx.waitForTask(await ctx.createTask({ type: 'test.child', id: String(id), sensitive: ['/output/pin'] }));
    },
  },
  { type: 'test.reading', run: async (ctx, id) => void (await ctx.state.get('late', String(id))) },
  failing('test.failing'),
  failing('test.refusing'),
];

const service = started(startTestService, 'close');
let worker: RunningWorker;
let blind = '';
const request = (method: string, path: string, body?: unknown, token = service.allKey) =>
  service.call(method, path, { token, ...(body === undefined ? {} : { body }) });

async function run(type: string, id: string, input: unknown): Promise<TaskResponse> {
  expect((await request('POST', '/v1/tasks', { type, id, input })).status).toBe(201);
  return (await request('GET', `/v1/tasks/${id}?waitInMs=20000`)).body as TaskResponse;
}

beforeAll(async () => {
  const { database, dataFolder } = service;
  blind = await service.key(...scopes.filter((scope): scope is Scope => scope !== 'sensitive/read'));
  worker = await runWorker({ database, definitions, secretsKey: await loadSecretsKey({ dataFolder }) });
});
afterAll(() => worker.stop());

test('the hidden output of a child stays hidden in the step of its parent when the child is deleted', async () => {
  await run('test.parent', 'parent', 'child');
  const steps = (token: string) => request('GET', '/v1/tasks/parent/history/1/steps', undefined, token);
  expect((await steps(service.allKey)).text).toContain('hidden-output');
  expect((await steps(blind)).text).not.toContain('hidden-output');
  expect((await request('DELETE', '/v1/tasks/child', undefined, blind)).status).toBe(204);
  expect((await steps(service.allKey)).text).toContain('hidden-output');
  expect((await steps(blind)).text).not.toContain('hidden-output');
  await run('test.child', 'child', null);
  expect((await steps(blind)).text).not.toContain('hidden-output');
});

test.each(['many saves', 'a sweep'])(
  'a copy of an entry in a step stays hidden when the version that marked it is removed by %s',
  async (how) => {
    const id = `copied by ${how}`;
    const save = async (body: object, token = blind) =>
      expect(
        (await request('PUT', `/v1/stores/late/entries/${encodeURIComponent(id)}`, body, token)).status,
      ).toBeLessThan(300);
    const reader = `reader-${how.replace(' ', '-')}`;
    await save({ value: { pin: 'hidden-pin' } });
    await run('test.reading', reader, id);
    await save({ value: { pin: 'hidden-pin' }, sensitive: ['/pin'] }, service.allKey);
    const steps = async () => (await request('GET', `/v1/tasks/${reader}/history/1/steps`, undefined, blind)).text;
    expect(await steps()).not.toContain('hidden-pin');
    await request('DELETE', `/v1/stores/late/entries/${encodeURIComponent(id)}`, undefined, blind);
    if (how === 'a sweep') await service.database`delete from state_version where id = ${id}`;
    else for (let count = 0; count <= limits.versionsPerEntry; count += 1) await save({ value: { count } });
    const [kept] = await service.database`select from state_version where id = ${id} and sensitive is not null`;
    expect(kept, 'a marked version that is kept').toBeUndefined();
    expect(await steps()).not.toContain('hidden-pin');
  },
);

test('a title made of the message of a task that is marked later is not shown after another failure, nor after a delete', async () => {
  const { error } = await run('test.failing', 'first', 'Hidden');
  const path = `/v1/error-groups/${error?.fingerprint}`;
  const group = async (token: string) => (await request('GET', path, undefined, token)).body as ErrorGroup;
  expect((await group(blind)).error.message).toBe('customer Hidden is unknown');
  expect((await request('PATCH', '/v1/tasks/first', { sensitive: ['/error'] })).status).toBe(200);
  expect((await group(blind)).error.message).toBe('[redacted]');
  await run('test.failing', 'second', 'Open');
  await expect.poll(async () => (await group(service.allKey)).lastTaskId).toBe('second');
  expect((await group(blind)).error.message).toBe('[redacted]');
  expect((await group(service.allKey)).error.message).toBe('customer Open is unknown');
  for (const id of ['second', 'first']) await request('DELETE', `/v1/tasks/${id}`, undefined, blind);
  expect((await group(blind)).error.message).toBe('[redacted]');
  const found = await request('GET', '/v1/error-groups?search=Hidden', undefined, blind);
  expect(found.body).toMatchObject({ value: [] });
});

test('a result of a bulk operation holds no message of a task that is marked later, nor of one that is deleted', async () => {
  await run('test.failing', 'marked', 'marked');
  await run('test.refusing', 'of-a-marked-type', 'of-a-marked-type');
  await run('test.failing', 'deleted', 'deleted');
  const selection = { ids: ['marked', 'of-a-marked-type', 'deleted'] };
  const made = await request('POST', '/v1/bulk-operations', { action: { kind: 'rerun' }, selection });
  const path = `/v1/bulk-operations/${(made.body as { id: string }).id}`;
  await expect.poll(async () => (await request('GET', path)).body, { timeout: 20_000 }).toMatchObject({ failed: 3 });
  const told = async (token: string) =>
    Promise.all(
      ['results', 'causes'].map(async (list) => {
        const { body } = await request('GET', `${path}/${list}`, undefined, token);
        return (body as { value: { message?: string }[] }).value.flatMap(({ message }) => message ?? []).sort();
      }),
    );
  const message = (customer: string) => `Error: customer ${customer} is unknown`;
  const all = ['deleted', 'marked', 'of-a-marked-type'].map(message);
  expect(await told(blind)).toEqual([all, [message('marked'), message('of-a-marked-type')]]);

  expect((await request('PATCH', '/v1/tasks/marked', { sensitive: ['/error'] })).status).toBe(200);
  expect(await told(blind)).toEqual([
    [message('deleted'), message('of-a-marked-type')],
    [message('deleted'), message('of-a-marked-type')],
  ]);
  await service.database`update task_type set sensitive = '{/error}' where type = 'test.refusing'`;
  expect(await told(blind)).toEqual([[message('deleted')], [message('deleted')]]);
  expect((await request('DELETE', '/v1/tasks/marked', undefined, blind)).status).toBe(204);
  expect(await told(blind)).toEqual([[message('deleted')], [message('deleted')]]);
  expect((await request('DELETE', '/v1/tasks/deleted', undefined, blind)).status).toBe(204);
  expect(await told(blind)).toEqual([[], []]);
});
