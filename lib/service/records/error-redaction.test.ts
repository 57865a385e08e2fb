import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Scope, scopes } from '#contract';
import { type AnyTaskDefinition, loadSecretsKey, type RunningWorker, runWorker } from '#engine';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const failing = (type: string, sensitive?: string[]): AnyTaskDefinition => ({
  type,
  ...(sensitive && { sensitive }),
  async run(ctx) {
    await ctx.step('ask', () => {
      throw Object.assign(new Error('the answer was hidden-body'), { code: 'hidden-code' });
    });
  },
});
const definitions: AnyTaskDefinition[] = [
  failing('test.marked', ['/output']),
  failing('test.open'),
  {
    type: 'test.retried',
    sensitive: ['/input'],
    retry: { maximumAttempts: 2, initialIntervalInMs: 3_600_000, maximumIntervalInMs: 3_600_000 },
    run: failing('').run,
  },
  { type: 'test.number', input: z.object({ pin: z.number().max(10) }), sensitive: ['/input/pin'], run: () => null },
  {
    type: 'test.parent',
    async run(ctx) {
      await ctx.waitForTask(await ctx.createTask({ type: 'test.marked', id: 'child' }));
    },
  },
];

const service = started(startTestService, 'close');
let worker: RunningWorker;
let blind = '';
const request = (method: string, path: string, body?: unknown, token = service.allKey) =>
  service.call(method, path, { token, ...(body === undefined ? {} : { body }) });

beforeAll(async () => {
  const { database, dataFolder } = service;
  blind = await service.key(...scopes.filter((scope): scope is Scope => scope !== 'sensitive/read'));
  worker = await runWorker({ database, definitions, secretsKey: await loadSecretsKey({ dataFolder }) });
  for (const type of ['marked', 'open', 'retried', 'parent'])
    await request('POST', '/v1/tasks', { type: `test.${type}`, id: type, input: 1 });
  for (const id of ['marked', 'open', 'parent'])
    expect((await request('GET', `/v1/tasks/${id}?waitInMs=20000`)).body).toMatchObject({ status: 'failed' });
  const retried = async () => (await request('GET', '/v1/tasks/retried')).body as { status: string };
  while ((await retried()).status !== 'retrying') await new Promise((resolve) => setImmediate(resolve));
});
afterAll(() => worker.stop());

test.for([
  '/v1/tasks/marked',
  '/v1/tasks?type=test.marked',
  '/v1/tasks/marked/completion',
  '/v1/tasks/marked/history',
  '/v1/tasks/marked/history/1',
  '/v1/tasks/marked/history/1/steps',
  '/v1/tasks/marked/history/1/steps/0',
  '/v1/tasks/retried',
  '/v1/tasks/retried/history/1/steps',
])('%s hides the error of a task with sensitive pointers from who may not see them', async (path) => {
  const seen = await request('GET', path);
  expect([seen.status, seen.text.includes('hidden-body')], seen.text).toEqual([200, true]);
  const unseen = await request('GET', path, undefined, blind);
  expect([unseen.status, unseen.text.includes('hidden-body')], unseen.text).toEqual([200, false]);
  expect(unseen.text).toContain('[redacted]');
  expect(unseen.text).toContain('fingerprint');
});

test('the error of a task without them is shown', async () => {
  expect((await request('GET', '/v1/tasks/open', undefined, blind)).text).toContain('hidden-body');
});

test('statistics hide it too', async () => {
  const errors = async (token: string) => {
    const { body } = await request('GET', '/v1/statistics', undefined, token);
    return (body as { errors: { type: string; error: { message: string } }[] }).errors;
  };
  const messageOf = async (token: string) =>
    (await errors(token)).find(({ type }) => type === 'test.marked')?.error.message;
  expect(await messageOf(service.allKey)).toContain('hidden-body');
  expect(await messageOf(blind)).toBe('[redacted]');
});

test('no search finds the task by it', async () => {
  const { body } = await request(
    'GET',
    '/v1/tasks?search=hidden-body&type=test.marked&type=test.open',
    undefined,
    blind,
  );
  expect((body as { value: { id: string }[] }).value.map(({ id }) => id)).toEqual(['open']);
});

test('no search finds the error group by its code, and none is counted', async () => {
  const types = async (query: string) => {
    const { body } = await request('GET', `/v1/error-groups?${query}`, undefined, blind);
    return (body as { value: { type: string }[] }).value.map(({ type }) => type).sort();
  };
  await expect.poll(() => types('')).toEqual(['test.marked', 'test.open', 'test.parent']);
  for (const sought of ['hidden-code', 'hidden-body'])
    expect(await types(`search=${sought}&type=test.marked&type=test.open`)).toEqual(['test.open']);
  const query = 'search=hidden-code&type=test.marked';
  const counted = await request('POST', '/v1/match-counts', { lists: [{ list: 'errors', query }] }, blind);
  expect(counted.body).toMatchObject({ counts: [{ count: 0 }] });
});

test('the step of a parent that waited hides the error of its child', async () => {
  const path = '/v1/tasks/parent/history/1/steps';
  expect((await request('GET', path)).text).toContain('hidden-body');
  expect((await request('GET', path, undefined, blind)).text).not.toContain('hidden-body');
});

test('the refusal of an input quotes no sensitive value, in the answer and in the audit trail', async () => {
  const refused = await request('POST', '/v1/tasks', { type: 'test.number', input: { pin: 987_654 } });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/input/pin' }] } });
  const audit = await request('GET', '/v1/audit?maxPageSize=1000');
  expect(refused.text + audit.text).not.toContain('987654');
});
