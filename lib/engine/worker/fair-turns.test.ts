import { afterEach, beforeEach, expect, test } from 'vitest';
import { bulkOperationInput, limits, type TaskConfig, taskConfig } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { bulkDefinition, bulkQueue } from '../bulk/index.ts';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import type { ClaimedRun } from '../run/claimed-run.ts';
import { startRuns } from '../run/testing.ts';
import { queueDueRuns } from '../timers/due.ts';
import { claimRuns } from './claim.ts';
import { newKind } from './claim-segments.ts';
import { FairTurns } from './fair-turns.ts';
import type { RunningWorker } from './worker.ts';

const fixture = started(startRuns, 'end');

let began: string[];
let gates: (() => void)[];
/** Notes that it began, and works until its gate is opened. */
const slow = (type: string): AnyTaskDefinition => ({
  type,
  run: (ctx) =>
    new Promise<void>((resolve) => {
      began.push(ctx.taskId);
      gates.push(resolve);
    }),
});
beforeEach(() => {
  began = [];
  gates = [];
});
let serving: RunningWorker | undefined;
/** Runs of an earlier test would free a slot when they are deleted, and claim runs of a later one. */
afterEach(async () => {
  await fixture.database`delete from active_run where status = 'queued'`;
  for (const open of gates) open();
  await serving?.stop();
  serving = undefined;
  await fixture.database`delete from active_run`;
});
async function serve(...types: string[]): Promise<void> {
  serving = await fixture.work(types.map(slow), { slots: 1 });
}

/** Lets each run end, one after the other, until this one has begun. Resolves with how many began before it. */
async function begunBefore(id: string): Promise<number> {
  while (!began.includes(id)) {
    await expect.poll(() => gates.length, { interval: 2, timeout: 10_000 }).toBeGreaterThan(0);
    gates.shift()?.();
  }
  return began.indexOf(id);
}

async function create(count: number, given: Omit<TaskConfig, 'id'>, name: string): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, at) => fixture.create({ ...given, id: `${name}-${at}` })));
}

/** One after the other, so that the first is the oldest. */
async function createInOrder(count: number, given: Omit<TaskConfig, 'id'>, name: string): Promise<void> {
  for (const id of idsOf(name, count)) await fixture.create({ ...given, id });
}

test('500 slow runs of high priority hold up others only for some claims', async () => {
  const first = await fixture.work([slow('slow'), slow('other')], { slots: 1 });
  await first.stop();
  await create(500, { type: 'slow', priority: 100 }, 'high');
  await createInOrder(3, { type: 'slow', priority: 50 }, 'middle');
  await createInOrder(3, { type: 'slow' }, 'low');
  await create(1, { type: 'other', concurrencyKey: 'a' }, 'keyed');
  await serve('slow', 'other');
  const before = [];
  for (const id of ['middle-0', 'low-0', 'keyed-0', 'low-1']) before.push(await begunBefore(id));
  for (const claims of before.slice(0, 3)) expect(claims).toBeLessThanOrEqual(8 * 2 * 4);
  expect(before[3]).toBeLessThanOrEqual(8 * 3 * 4);
  const high = began.filter((id) => id.startsWith('high')).length;
  expect(high).toBeGreaterThan(0.8 * began.length);
});

const inTurn = 8 / 7; // of eight claims, one is of the oldest run
const idsOf = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}-${at}`);

/** Creates tasks for an owner. All owners have the same name, which whoever makes a key chooses. */
async function createAs(owner: string, ids: readonly string[]): Promise<void> {
  const configs = ids.map((id) => taskConfig.parse({ type: 'slow', id }));
  await Promise.all(configs.map((config) => fixture.engine.createTask(config, { name: 'a key', owner })));
}

test('a caller with many queued tasks holds up others of the same type and priority only for its share', async () => {
  const first = await fixture.work([slow('slow')], { slots: 1 });
  await first.stop();
  await createAs('ada', idsOf('ada', 3 * limits.fairQueuedTasks));
  for (const id of idsOf('bob', 24)) await createAs('bob', [id]); // in this order
  await serve('slow');
  const before = await begunBefore('bob-0');
  expect(before).toBeLessThanOrEqual(limits.fairQueuedTasks * inTurn + 2);
  const during = (await begunBefore('bob-23')) - before;
  expect(during).toBeGreaterThanOrEqual(23 + 2);
  expect(during).toBeLessThanOrEqual(23 * inTurn + 2);
});

const manyAtOnce: Record<string, (ids: string[]) => Promise<void>> = {
  'reruns many, one by one and in bulk': async (ids) => {
    await fixture.database`select end_runs(array(select task_key from active_run), 'failed', null)`;
    for (const id of ids.slice(0, 20)) await fixture.engine.rerunTask(id, {}, { name: `key for ${id}`, owner: 'cyd' });
    await actInBulk('rerun', ids.slice(20));
  },
  'resumes many in bulk': async (ids) => {
    await fixture.database`update active_run set status = 'paused', paused_status = 'queued', started_on = now()`;
    await actInBulk('resume', ids);
  },
  'has many start at once': async () => {
    await fixture.database`update task set owner = 'cyd', created_by = id`;
    await fixture.database`update active_run set status = 'scheduled', due_on = now() - interval '1 ms'`;
    while ((await queueDueRuns(fixture.database)) > 0);
  },
};

test.each(Object.entries(manyAtOnce))('so does a caller who %s', async (_, queue) => {
  const first = await fixture.work([slow('slow')], { slots: 1 });
  await first.stop();
  const [cyds, eves] = [crypto.randomUUID(), crypto.randomUUID()];
  const ids = idsOf(cyds, 3 * limits.fairQueuedTasks);
  await Promise.all(ids.map((id) => createAs(`creator of ${id}`, [id])));
  await queue(ids);
  await createAs(eves, idsOf(eves, 24));
  await serve('slow');
  expect(await begunBefore(`${eves}-23`)).toBeLessThanOrEqual((limits.fairQueuedTasks + 24) * inTurn + 2);
});

async function actInBulk(kind: 'rerun' | 'resume', ids: string[]): Promise<void> {
  const { database, engine } = fixture;
  const id = crypto.randomUUID();
  const from = { sourceAddress: '', requestId: '' };
  const creator = {
    kind: 'operator',
    id,
    name: 'a key',
    owner: 'cyd',
    scopes: [],
    bounds: undefined,
    until: undefined,
    ...from,
  };
  const definition = bulkDefinition({
    database,
    whyNotAllowed: async () => undefined,
    record: async () => {},
    onTrouble: (error) => expect.unreachable(String(error)),
  });
  const input = bulkOperationInput.parse({ action: { kind }, selection: { ids }, waitForEndInMs: 0 });
  await engine.createBulkOperation(id, input, creator);
  const worker = await fixture.work([definition], { queues: [bulkQueue] });
  expect(await fixture.ended(id)).toMatchObject({ output: { succeeded: ids.length } });
  await worker.stop();
}

test('turns gather for as many slots as there are, unless they are cheap', () => {
  const turns = new FairTurns(80);
  turns.note(21);
  expect([turns.due(10, false), turns.due(10, true), turns.due(2, true)]).toEqual([0, 3, 2]);
  turns.note(700);
  expect(turns.due(100, false)).toBe(10);
});

test.each([1, 16, 80])('of 8 claims of a worker with %i slots, 1 is a turn', async (slots) => {
  const turns = new FairTurns(slots);
  const claimed: readonly ClaimedRun[] = [{} as ClaimedRun];
  let taken = 0;
  for (let claims = 0; claims < 80; claims += 1)
    if (turns.due(1, true) === 0) turns.note(1);
    else taken += (await turns.claim(1, [], async () => claimed)).length;
  expect(taken).toBe(10);
});

test('a round gives each priority of each kind one turn, from high to low', async () => {
  const first = await fixture.work([slow('slow'), slow('other')], { slots: 1 });
  await first.stop();
  await serve('none'); // claims nothing of these; the test claims in its name
  const [held] = await fixture.database<{ key: number }[]>`select key from worker where not is_expired`;
  for (const priority of [9, 5, 1]) await create(3, { type: 'slow', priority }, `p${priority}`);
  await create(2, { type: 'other', priority: 3 }, 'other');
  const kinds = ['slow', 'other'].map((type) => newKind('default', type, null));
  const turns = new FairTurns(1);
  const order: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    turns.note(7);
    expect(turns.due(5, false)).toBe(1);
    const claims = await turns.claim(1, kinds, (slots, of) => claimRuns(fixture.database, held?.key ?? 0, slots, of));
    order.push(...claims.map(({ priority }) => priority));
  }
  expect(order).toEqual([9, 5, 3, 1, 9, 5, 3, 1]);
});
