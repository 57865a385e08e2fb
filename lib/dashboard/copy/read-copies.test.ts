import { afterAll, beforeAll, expect, test } from 'vitest';
import { TaskClient } from '#client';
import { type Scope, scopes, stringifyJson } from '#contract';
import { NonRetryableError } from '#engine';
import { defineTask, startWorker } from '#worker';
import { started } from '../../contract/testing/started.ts';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { writeMappedModule } from '../../engine/sources/testing.ts';
import { startTestService } from '../../service/testing/test-service.ts';
import { bulkOperationKind } from './bulk-operation-kind.ts';
import type { Copy } from './copy.ts';
import { copyDocument } from './copy-document.ts';
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

const source = `export function settle() {
  throw new Error('the bank is closed');
}
`;

/** The stack of what is called through it has one more place. */
const throughAnother = <Result>(work: () => Result): Result => work();

const service = started(startTestService, 'close');
let worker: Awaited<ReturnType<typeof startWorker>>;
let all: TaskClient;
const folder = temporaryFolder('maps');
beforeAll(async () => {
  const { settle }: { settle: () => never } = await import(await writeMappedModule(folder, source));
  const mapped = defineTask({
    type: 'mapped',
    run: (ctx) =>
      ctx.step('settle', ({ attempt }) => (attempt === 1 ? throughAnother(settle) : settle()), {
        retry: { maximumAttempts: 2, initialIntervalInMs: 1 },
      }),
  });
  const definitions = [job, mapped];
  worker = await startWorker({ databaseUrl: service.databaseUrl, definitions, name: 'worker', sourceMaps: [folder] });
  all = new TaskClient(service.url, { key: service.allKey });
});
afterAll(async () => {
  await worker.stop();
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

async function failedTask(id: string, type = 'job') {
  await all.createTaskAsync({ id, type, input: { card } });
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

test('stacks have their places, their lines for who may read sources, and neither when they are left out', async () => {
  const group = await failedTask('mapped-1', 'mapped');
  const ofRun = { id: 'mapped-1', run: '1' };
  const whole = await copyOf(runKind, ofRun);
  const place = { file: 'src/settle.ts', line: 2, column: 1, function: 'settle' };
  expect(whole.sources.map(({ sequence, attempt, frames }) => [sequence, attempt, frames[0]?.original])).toEqual([
    [undefined, undefined, place],
    [0, undefined, place],
    [0, 1, place],
  ]);
  expect(copyDocument(runKind, whole)).toContain('▶     2    throw new Error(&#39;the bank is closed&#39;);');
  const ofGroup = await copyOf(errorGroupKind, { id: group });
  expect(ofGroup.source?.frames[0]).toMatchObject({ original: place, source: { firstLine: 1 } });
  expect(copyDocument(errorGroupKind, ofGroup)).toContain('at settle (src/settle.ts:2:1)');

  const has = ['tasks/read', 'steps/read'] as const;
  const placesOnly = { key: await service.key(...has), has };
  const seen = [await copyOf(runKind, ofRun, placesOnly), await copyOf(errorGroupKind, { id: group }, placesOnly)];
  expect(stringifyJson(seen)).toContain('src/settle.ts');
  expect(stringifyJson(seen)).not.toContain('export function settle');

  const short = await copyOf(runKind, ofRun, {}, 'without=sources');
  expect(short).toMatchObject({ sources: [], leftOut: ['sources'] });
  const shortGroup = await copyOf(errorGroupKind, { id: group }, {}, 'without=sources');
  expect([shortGroup.source, shortGroup.leftOut]).toEqual([undefined, ['sources']]);
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
  expect(copy.taskNames, 'a task without a name has its type').toEqual({ 'again-1': 'job' });
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
