import { afterAll, beforeAll, expect, test } from 'vitest';
import { TaskClient } from '#client';
import { type Scope, scopes } from '#contract';
import { NonRetryableError } from '#engine';
import { defineTask, startWorker } from '#worker';
import { startTestService, type TestService } from '../../service/testing/test-service.ts';
import { bulkOperationKind } from './bulk-operation-kind.ts';
import type { Copy } from './copy.ts';
import type { CopyKind } from './copy-kind.ts';
import { errorGroupKind } from './error-group-kind.ts';
import { runKind } from './run-kind.ts';
import { summarizeCopy } from './serve-copy.ts';

const job = defineTask<{ card: string }>({
  type: 'job',
  sensitive: ['/input/card'],
  async run(ctx, { card }) {
    ctx.log.info('begun');
    await ctx.step('charge', () => {
      throw new NonRetryableError(`card ${card} was declined`);
    });
  },
});

let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
let all: TaskClient;
beforeAll(async () => {
  service = await startTestService();
  worker = await startWorker({ databaseUrl: service.databaseUrl, definitions: [job], name: 'worker' });
  all = new TaskClient(service.url, { key: service.allKey });
});
afterAll(async () => {
  await worker.stop();
  await service.close();
});

const card = 'card-4111';

type Reader = { key?: string; has?: readonly Scope[] };

/** Reads a copy as a caller with a key sees it. */
async function copyOf<Kind extends Copy>(
  kind: CopyKind<Kind>,
  params: Record<string, string>,
  { key = service.allKey, has = scopes }: Reader = {},
  query = '',
): Promise<Kind> {
  const operator = { id: '1', name: 'Ada', email: 'ada@example.org' };
  const reader = { client: new TaskClient(service.url, { key }), operator, scopes: [...has] };
  const abortSignal = new AbortController().signal;
  return kind.read(reader, { params, searchParams: new URLSearchParams(query), abortSignal });
}

async function failedTask(id: string) {
  await all.createTaskAsync({ id, type: 'job', input: { card } });
  await expect.poll(async () => (await all.getTaskAsync(id)).status).toBe('failed');
  const group = (await all.getTaskAsync(id)).error?.fingerprint ?? '';
  await expect.poll(() => all.getErrorGroupAsync(group).catch(() => undefined)).toBeDefined();
  return group;
}

test('copies have what their reader may see, and say what was left out', async () => {
  const group = await failedTask('seen-1');
  await all.updateErrorGroupAsync(group, { owner: 'treasury' });
  const whole = await copyOf(errorGroupKind, { id: group });
  expect(whole).toMatchObject({ group: { owner: 'treasury' }, tasks: [{ id: 'seen-1' }], leftOut: [] });
  expect(whole.audit[0]).toMatchObject({ operation: 'UpdateErrorGroup', detail: 'owner', outcome: 'succeeded' });
  expect(Object.keys(whole.audit[0] ?? {})).not.toContain('sourceAddress');
  expect(JSON.stringify(whole)).toContain(card);

  const has = ['tasks/read', 'steps/read'] as const;
  const reader = { key: await service.key(...has), has };
  const seen = await copyOf(errorGroupKind, { id: group }, reader);
  expect(seen).toMatchObject({ tasks: [{ id: 'seen-1' }], audit: [], leftOut: ['audit'] });
  expect(summarizeCopy(errorGroupKind, seen).hiddenValues).toBeGreaterThanOrEqual(3);
  const run = await copyOf(runKind, { id: 'seen-1', run: '1' }, reader);
  expect(run).toMatchObject({ logs: [], leftOut: ['logs', 'events'], run: { input: { card: { $redacted: true } } } });
  expect(JSON.stringify([seen, run])).not.toContain(card);
});

test('an operation has its results and causes, without the parts that were left out', async () => {
  await failedTask('again-1');
  const { id } = await all.createBulkOperationAsync({
    action: { kind: 'rerun' },
    selection: { ids: ['again-1', 'nobody'] },
    reason: 'once more',
  });
  await expect.poll(async () => (await all.getBulkOperationAsync(id)).endedOn, { timeout: 20_000 }).toBeDefined();
  const copy = await copyOf(bulkOperationKind, { id });
  expect(copy.operation).toMatchObject({ id, reason: 'once more', failed: 1, refused: 1 });
  expect(copy.results.map(({ taskId, status }) => [taskId, status])).toEqual([
    ['again-1', 'failed'],
    ['nobody', 'refused'],
  ]);
  expect(copy.causes).toHaveLength(2);
  expect(copy.audit).toMatchObject([{ operation: 'CreateBulkOperation' }]);
  const short = await copyOf(bulkOperationKind, { id }, {}, 'without=results&without=audit');
  expect(short).toMatchObject({ results: [], audit: [], leftOut: ['results', 'audit'], causes: copy.causes });
});

test('an operator with bounds copies what lies inside, with the audit of it', async () => {
  await failedTask('bounded-1');
  const key = await service.boundedKey({ types: ['job'] });
  const created = await new TaskClient(service.url, { key }).createBulkOperationAsync({
    action: { kind: 'rerun' },
    selection: { ids: ['bounded-1'] },
  });
  const copy = await copyOf(bulkOperationKind, { id: created.id }, { key });
  expect(copy).toMatchObject({ operation: { total: 1 }, audit: [{ operation: 'CreateBulkOperation' }], leftOut: [] });
  const outside = await service.boundedKey({ types: ['other'] });
  await expect(copyOf(bulkOperationKind, { id: created.id }, { key: outside })).rejects.toMatchObject({
    code: 'BulkOperationNotFound',
  });
});
