import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Scope, scopes } from '#contract';
import { type AnyTaskDefinition, loadSecretsKey, type RunningWorker, runWorker } from '#engine';
import { started } from '../../../contract/testing/started.ts';
import { startTestService } from '../test-service.ts';

/** Two worlds that differ in what is hidden only: its length, its kind, its number of parts and its order. */
const worlds = {
  east: { short: 'ant', long: 'a long text, longer than the other world has it', list: [1], guess: 'ant' },
  west: { short: 9_007_199_254_740_991, long: { a: [] }, list: ['b', 'c', 'd'], guess: 'bee' },
} as const;
type World = keyof typeof worlds;
const names = ['east', 'west'] as const;

const input = z.object({ hidden: z.object({ short: z.unknown(), guess: z.string() }).loose() }).loose();
const definitions: AnyTaskDefinition[] = [
  {
    type: 'same.done',
    sensitive: ['/input/hidden', '/output/hidden', '/steps/make/hidden', '/events/go/hidden'],
    input,
    async run(ctx, given) {
      const { hidden } = input.parse(given);
      await ctx.step('make', () => ({ hidden, open: 1 }));
      await ctx.waitForEvent('go');
      await ctx.state.save(`store-${ctx.taskId}`, { id: 'of-run', value: { hidden }, sensitive: ['/hidden'] });
      await ctx.state.list(`store-${ctx.taskId}`);
      return { hidden, open: 1 };
    },
  },
  {
    type: 'same.failed',
    sensitive: ['/input/hidden'],
    input,
    run: (ctx, given) =>
      ctx.step('refuse', () => {
        throw new Error(`no card for ${input.parse(given).hidden.guess}`);
      }),
  },
];

const service = started(startTestService, 'close');
let worker: RunningWorker;
let blind = '';

const call = (method: string, path: string, body?: unknown, token = service.allKey) =>
  service.call(method, `/v1/${path}`, { token, ...(body === undefined ? {} : { body }) });
const must = async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
};

beforeAll(async () => {
  const { database, dataFolder } = service;
  worker = await runWorker({ database, definitions, secretsKey: await loadSecretsKey({ dataFolder }) });
  blind = await service.key(...scopes.filter((scope): scope is Scope => scope !== 'sensitive/read'));
  for (const world of names) {
    const hidden = worlds[world];
    const store = `stores/store-done-${world}`;
    const save = (id: string, value: unknown, sensitive?: string[]) =>
      must('PUT', `${store}/entries/${id}`, { id, value, ...(sensitive && { sensitive }), hasBlob: true });
    await save('short', { hidden: hidden.short, open: 1 }, ['/hidden']);
    await save('long', { hidden: hidden.long, open: 1 }, ['/hidden']);
    await save('whole', hidden, ['']);
    await save('late', { hidden: hidden.long, open: 1 });
    await save('late', { hidden: hidden.list, open: 1 }, ['/hidden']);
    await service.call('PUT', `/v1/${store}/blobs/whole`, { token: service.allKey, raw: JSON.stringify(hidden) });
    await must('POST', 'tasks', { type: 'same.done', id: `done-${world}`, input: { hidden, open: 1 } });
    await must('POST', `tasks/done-${world}/events/go`, { value: { hidden, open: 1 } });
    await must('POST', 'tasks', { type: 'same.failed', id: `fail-${world}`, input: { hidden } });
  }
  for (const id of names.flatMap((world) => [`done-${world}`, `fail-${world}`])) await ended(id);
}, 30_000);
afterAll(() => worker.stop());

async function ended(id: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const { body } = await call('GET', `tasks/${id}`);
    const { status } = body as { status: string };
    if (status === (id.startsWith('done') ? 'succeeded' : 'failed')) return;
    await sleep(20);
  }
  throw new Error(`task ${id} does not end`);
}

/** An answer without what differs between any two records: names of the world, times, ids that the service made. */
async function told(world: World, path: string, token: string): Promise<string> {
  const answer = await call('GET', path.replaceAll('WORLD', world), undefined, token);
  expect(answer.status, answer.text).toBe(200);
  const { text } = answer;
  const isCreation = (time: number) => text.includes(`"createdOn":"${new Date(time).toISOString()}"`);
  return text
    .replaceAll(world, 'WORLD')
    .replaceAll(/(?<="\\"\d+-)[0-9a-z]+(?=\\"")/g, (part) => (isCreation(Number.parseInt(part, 36)) ? 'TIME' : part))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/"\\"\d+\\""|"\d+"/g, 'NUMBER')
    .replaceAll(/"nextLink":"[^"]*"/g, 'LINK');
}

describe('a caller who may not see what is hidden reads the same in both worlds', () => {
  test.for([
    'tasks/done-WORLD',
    'tasks/fail-WORLD',
    'tasks/done-WORLD/history/1',
    'tasks/done-WORLD/history/1/steps',
    'tasks/fail-WORLD/history/1/steps',
    'tasks/done-WORLD/events',
    'tasks/done-WORLD/history/1/logs',
    'tasks?includeInput=true&includeOutput=true&id=done-WORLD&id=fail-WORLD',
    'stores/store-done-WORLD',
    'stores?search=done-WORLD',
    'stores/store-done-WORLD/entries',
    'stores/store-done-WORLD/entries?includeValue=false&orderBy=id%20desc',
    'stores/store-done-WORLD/entries/whole',
    'stores/store-done-WORLD/versions/late',
    'stores/store-done-WORLD/versions/late?includeValue=true',
    'stores/store-done-WORLD/version/1/late',
    'stores/store-done-WORLD/access/of-run',
  ])('%s', async (path) => {
    const [one, two] = await Promise.all(names.map((world) => told(world, path, blind)));
    expect(one).toBe(two);
    if (/logs|access/.test(path)) return; // they name no value
    const [seenOne, seenTwo] = await Promise.all(names.map((world) => told(world, path, service.allKey)));
    expect(seenOne).not.toBe(seenTwo);
  });
});

test('no filter finds a task by what is hidden in it, and none by a guess of its error', async () => {
  const found = async (query: string) => {
    const { body } = await call('GET', `tasks?${query}`, undefined, blind);
    return (body as { value: { id: string }[] }).value.map(({ id }) => id.replace(/east|west/, 'WORLD')).sort();
  };
  for (const { guess } of Object.values(worlds)) {
    expect(await found(`search=${guess}`)).toEqual([]);
    expect(await found(`search=no%20card`)).toEqual([]);
  }
  const { body } = await call('GET', 'tasks/fail-east', undefined, blind);
  const { fingerprint } = (body as { error: { fingerprint: string } }).error;
  expect(await found(`error=${fingerprint}`)).toEqual(['fail-WORLD', 'fail-WORLD']);
});
