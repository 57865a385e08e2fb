import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TaskConfig } from '#contract';
import { started } from '../../contract/testing/started.ts';
import type { ClaimedRun } from '../run/claimed-run.ts';
import { crowdedFrom } from '../tasks/crowded-callers.ts';
import { heldBy, moveOf, stepOf, testWorker } from '../testing/claims-by-hand.ts';
import { ada, endTask, registerType, startEngine } from '../testing/engine-fixture.ts';
import { queueDueRuns } from '../timers/due.ts';
import { advancePositions, type ClaimKind, newFloor, newKind, notePriorities, segmentsOf } from './claim-segments.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  await registerType(fixture.database, 'report');
});
beforeEach(async () => {
  await fixture.database`delete from active_run`;
});

const worker = (kinds: Partial<ClaimKind>[]) => testWorker(fixture.database, kinds);

describe('a worker takes', () => {
  test('the highest priority first, then the oldest', async () => {
    const ids = [];
    for (const priority of [0, 5, -3, 5, 0]) ids.push(await fixture.create({ priority }));
    const [a, b, c, d, e] = ids;
    const { claim } = await worker([{}]);
    const taken = [];
    for (let turn = 0; turn < 5; turn++) taken.push(...(await claim(1)).map(({ id }) => id));
    expect(taken).toEqual([b, d, a, e, c]);
  });

  test('each run with its input, also with none after that was removed', async () => {
    const { database, engine } = fixture;
    const id = await fixture.create({ input: { amount: 1 } });
    const { claimOne } = await worker([{}]);
    const inputs: (string | null)[] = [];
    for (const change of [{ input: { amount: 2 } }, { input: null }, {}, { input: { amount: 4 } }]) {
      inputs.push((await claimOne()).input);
      await endTask(database, id);
      await engine.updateTask(id, change, ada);
      await engine.rerunTask(id, {}, ada);
    }
    inputs.push((await claimOne()).input);
    expect(inputs.map((text) => (text === null ? null : JSON.parse(text).amount))).toEqual([1, 2, null, null, 4]);
  });

  test('a crowded run after the others until it begins, whatever changes it before', async () => {
    const crowded = [
      await fixture.create(),
      await fixture.create(),
      await fixture.create(),
      await fixture.create({ priority: 1 }),
    ];
    await fixture.database`update active_run set ready_key = ${crowdedFrom} + nextval('task_key_seq')`;
    const [same = '', paused = '', delayed = '', lowered = ''] = crowded;
    const { engine, database } = fixture;
    await engine.updateTask(same, { name: 'other' }, ada);
    await engine.pauseTask(paused, ada);
    await engine.resumeTask(paused);
    await engine.updateTask(delayed, { startOn: new Date(Date.now() + 3_600_000).toISOString() }, ada);
    await database`update active_run set due_on = now() - interval '1 ms' where status = 'scheduled'`;
    await queueDueRuns(database);
    await engine.updateTask(lowered, { priority: 0 }, ada);
    const later = await fixture.create();
    const { claim, flush } = await worker([{}]);
    const taken = [];
    for (let turn = 0; turn < 5; turn++) taken.push(...(await claim(1)));
    expect(taken.map(({ id }) => id)).toEqual([later, same, paused, delayed, lowered]);
    const again = await fixture.create();
    await flush(taken.slice(1).map((claimed) => moveOf(heldBy(claimed), 'queued')));
    expect((await claim(4)).map(({ id }) => id).toSorted()).toEqual(crowded.toSorted());
    expect((await claim(1)).map(({ id }) => id)).toEqual([again]);
  });

  test.each([
    ['a floor', 0],
    ['no floor', 7],
  ])('crowded runs of a priority with %s in the order in which they became crowded', async (_, priority) => {
    const ids = [await fixture.create({ priority }), await fixture.create({ priority, type: 'report' })];
    for (const id of ids.toReversed())
      await fixture.database`
        update active_run set ready_key = ${crowdedFrom} + nextval('task_key_seq')
        where task_key = (select key from task where id = ${id})`;
    const { claim } = await worker([{}, { type: 'report' }]);
    expect([...(await claim(1)), ...(await claim(1))].map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test('the next run when another worker is taking the first one', async () => {
    const [first, second] = [await fixture.create(), await fixture.create()];
    const { claim } = await worker([{}]);
    await fixture.database.begin(async (transaction) => {
      await transaction`
        select from active_run where task_key = (select key from task where id = ${first}) for update`;
      expect((await claim(1)).map(({ id }) => id)).toEqual([second]);
    });
    expect((await claim(1)).map(({ id }) => id)).toEqual([first]);
  });

  test('no more than it has room for', async () => {
    for (let count = 0; count < 5; count++) await fixture.create();
    const { claim } = await worker([{}]);
    expect(await claim(3)).toHaveLength(3);
    expect(await claim(3)).toHaveLength(2);
    expect(await claim(3)).toEqual([]);
  });

  test('runs of its own queues and types only', async () => {
    const mine = await fixture.create({ queue: 'mine' });
    const reports = await fixture.create({ type: 'report', queue: 'reports' });
    await fixture.create({ queue: 'reports' });
    await fixture.create({ type: 'report', queue: 'mine' });
    await fixture.create({ type: 'report' });
    const { claim } = await worker([
      { type: 'order', queue: 'mine' },
      { type: 'report', queue: 'reports' },
    ]);
    expect((await claim()).map(({ id }) => id).toSorted()).toEqual([mine, reports].toSorted());
  });

  test('on from a position only what follows it within its priority', async () => {
    await fixture.create({ priority: 9 });
    const before = await fixture.create({ priority: 1 });
    const at = await fixture.create({ priority: 1 });
    const after = await fixture.create({ priority: 1 });
    await fixture.create({ priority: 0 });
    const keys = await fixture.database<{ id: string; key: number }[]>`select id, key from task`;
    const keyOf = new Map(keys.map(({ id, key }) => [id, key]));
    const { claim } = await worker([{ position: { ...newFloor(1), fresh: keyOf.get(at) ?? 0, returned: -1 } }]);
    expect((await claim()).map(({ id }) => id)).toEqual([after]);
    expect((await (await worker([{}])).claim(2)).map(({ id }) => id)).toContain(before);
  });

  test('no run with a concurrency key before its turn', async () => {
    await fixture.create({ concurrencyKey: 'customer' });
    expect(await (await worker([{}])).claim()).toEqual([]);
  });

  test('the highest priority of all its types, however many runs of another are ready', async () => {
    await Promise.all(Array.from({ length: 101 }, () => fixture.create()));
    const urgent = await fixture.create({ type: 'report', priority: 1 });
    const { claim } = await worker([{}, { type: 'report' }]);
    expect((await claim(1)).map(({ id }) => id)).toEqual([urgent]);
  });

  test('no run that is given a concurrency key while it is being claimed', async () => {
    const id = await fixture.create();
    const { owner, claim } = await worker([{}]);
    const isWaiting = async () => {
      const rows = await fixture.database`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%materialized%'`;
      return rows.length;
    };
    let claiming: Promise<ClaimedRun[]> = Promise.resolve([]);
    await fixture.database.begin(async (transaction) => {
      await transaction`select from worker where key = ${owner.key} for update`; // the claim has begun, and waits for this
      claiming = claim();
      await expect.poll(isWaiting).toBe(1);
      await transaction`
        update active_run set concurrency_key = 'customer' where task_key = (select key from task where id = ${id})`;
    });
    expect(await claiming).toEqual([]);
  });

  test('nothing that is scheduled, asleep or paused', async () => {
    await fixture.create({ startOn: new Date(Date.now() + 3_600_000).toISOString() });
    await fixture.engine.pauseTask(await fixture.create(), ada);
    expect(await (await worker([{}])).claim()).toEqual([]);
  });
});

describe('the time limit of a run', () => {
  async function claimTwice(given: Partial<TaskConfig>, timeoutInMs: number | null) {
    const id = await fixture.create(given);
    const { claim, flush } = await worker([{ timeoutInMs }]);
    const deadlines = [];
    for (let turn = 0; turn < 2; turn++) {
      const [claimed] = await claim();
      if (claimed === undefined) throw new Error('there was nothing to claim');
      const [row] = await fixture.database<{ limit_in_ms: number | null; started_on: string; deadline_on: string }[]>`
        select extract(epoch from deadline_on - started_on)::float8 * 1000 as limit_in_ms, started_on, deadline_on
        from active_run where task_key = ${claimed.task_key}`;
      deadlines.push(row);
      // A whole second passes in the database between the two claims.
      await fixture.database`
        update active_run set started_on = started_on - interval '1 second', deadline_on = deadline_on - interval '1 second'
        where task_key = ${claimed.task_key}`;
      await flush([moveOf(heldBy(claimed), 'queued')]);
    }
    await fixture.engine.cancelTask(id);
    return deadlines;
  }
  const second = (time: string | undefined) => new Date(Date.parse(time ?? '') - 1_000).toISOString();

  test('begins with its first claim and does not begin anew with a later one', async () => {
    const [first, again] = await claimTwice({ timeoutInMs: 60_000 }, null);
    expect(first?.limit_in_ms).toBe(60_000);
    expect(again).toMatchObject({
      limit_in_ms: 60_000,
      started_on: second(first?.started_on),
      deadline_on: second(first?.deadline_on),
    });
  });

  test("is the type's where the task has none, else the task's", async () => {
    expect((await claimTwice({}, 5_000))[0]?.limit_in_ms).toBe(5_000);
    expect((await claimTwice({ timeoutInMs: 60_000 }, 5_000))[0]?.limit_in_ms).toBe(60_000);
    expect((await claimTwice({}, null))[0]?.limit_in_ms).toBeNull();
  });
});

describe('a claim gives', () => {
  test('the input of its own run: a change while it runs is for the next one', async () => {
    const id = await fixture.create({ input: 'first' });
    const { claim, flush } = await worker([{}]);
    const inputs = [];
    for (let run = 1; run <= 3; run++) {
      const [claimed] = await claim();
      if (claimed === undefined) throw new Error('there was nothing to claim');
      inputs.push(claimed.input);
      await fixture.engine.updateTask(id, { input: `for run ${run + 1}` }, ada);
      await flush([moveOf(heldBy(claimed), 'queued')]);
      const [again] = await claim();
      inputs.push(again?.input);
      await endTask(fixture.database, id);
      await fixture.engine.rerunTask(id, {}, ada);
    }
    expect(inputs.map((text) => JSON.parse(text ?? ''))).toEqual([
      'first',
      'first',
      'for run 2',
      'for run 2',
      'for run 3',
      'for run 3',
    ]);
  });

  test('nothing that says that the run still waits', async () => {
    await fixture.create();
    const { claim, flush } = await worker([{}]);
    const [first] = await claim();
    if (first === undefined) throw new Error('there was nothing to claim');
    const waits = { waitKind: 'sleep', waitSequence: 3, waitName: 'a while' } as const;
    await flush([moveOf(heldBy(first), 'waiting', { dueAt: performance.now() - 1, ...waits })]);
    await queueDueRuns(fixture.database);
    await fixture.database`update active_run set due_on = now(), waiting_since = now()`;
    expect(await claim()).toHaveLength(1);
    const [row] = await fixture.database`
      select status, due_on, wait_kind, wait_sequence, wait_name, wait_task_key, waiting_since from active_run`;
    const none = { due_on: null, wait_kind: null, wait_sequence: null, wait_name: null, wait_task_key: null };
    expect(row).toEqual({ status: 'running', ...none, waiting_since: null });
  });

  test('word that there are steps to read, once the run had begun', async () => {
    await fixture.create();
    const { claim, flush } = await worker([{}]);
    const [first] = await claim();
    expect(first?.has_journal).toBe(false);
    if (first === undefined) throw new Error('there was nothing to claim');
    await flush([stepOf(heldBy(first))]);
    await fixture.database`select free_runs(array[(select worker_key from active_run where task_key = ${first.task_key})])`;
    expect((await claim())[0]).toMatchObject({ has_journal: true, attempt: 1 });
  });

  test('the number of the attempt, which a retry alone counts up', async () => {
    await fixture.create();
    const { claim, flush } = await worker([{}]);
    const attempts = [];
    for (const status of ['queued', 'retrying', 'waiting', 'retrying', 'queued'] as const) {
      const [claimed] = await claim();
      if (claimed === undefined) throw new Error('there was nothing to claim');
      attempts.push(claimed.attempt);
      await flush([moveOf(heldBy(claimed), status, { dueAt: performance.now() - 1 })]);
      await queueDueRuns(fixture.database);
    }
    expect(attempts).toEqual([1, 1, 2, 2, 3]);
  });
});

describe('positions', () => {
  const claimed = (ready_key: number, priority: number, { type = 'order', queue = 'default' } = {}) => ({
    ready_key,
    priority,
    type,
    queue,
  });
  const kind = (type = 'order', position?: ClaimKind['position']): ClaimKind => ({
    ...newKind('default', type, null),
    position,
  });

  test('stand after the last runs of the lowest priority that were taken, and before that at its floor', () => {
    const kinds = [kind()];
    advancePositions(kinds, [claimed(3, 5), claimed(9, 5), claimed(4, 2), claimed(8, 2), claimed(6, 2), claimed(7, 5)]);
    expect(kinds[0]?.position).toEqual({ ...newFloor(2), fresh: 8 });
    const floored = kind();
    floored.floors = [{ ...newFloor(2), fresh: 1, returned: -7 }];
    const crowded = crowdedFrom + 5;
    advancePositions([floored], [claimed(4, 2), claimed(-3, 2), claimed(-4, 2), claimed(crowded, 2)]);
    expect(floored.position).toEqual({ priority: 2, fresh: 4, crowded, returned: -3 });
  });

  test('go on from where they stood, and are each kind’s own', () => {
    const kinds = [kind('order', { ...newFloor(2), fresh: 8, returned: -3 }), kind('report')];
    advancePositions(kinds, [
      claimed(20, 2),
      claimed(30, 2, { queue: 'other' }),
      claimed(12, 2),
      claimed(1, 7, { type: 'report' }),
    ]);
    expect(kinds.map(({ position }) => position)).toEqual([
      { ...newFloor(2), fresh: 20, returned: -3 },
      { ...newFloor(7), fresh: 1 },
    ]);
  });

  test('and floors together cover every priority once, from high to low', () => {
    const given = kind();
    notePriorities([given], [claimed(1, 5), claimed(2, 32_767), claimed(3, -32_768), claimed(4, 5), claimed(5, 6)]);
    expect(given.floors.map(({ priority }) => priority)).toEqual([32_767, 6, 5, 0, -32_768]);
    const covered = (below?: number) =>
      segmentsOf([{ ...given, below }]).map(({ floor, above, below }) => floor?.priority ?? [above, below]);
    expect(covered()).toEqual([32_767, [6, 32_767], 6, 5, [0, 5], 0, [-32_768, 0], -32_768]);
    expect(covered(6)).toEqual([5, [0, 5], 0, [-32_768, 0], -32_768]);
    expect(covered(5)).toEqual([[0, 5], 0, [-32_768, 0], -32_768]);
    expect(covered(4)).toEqual([[0, 4], 0, [-32_768, 0], -32_768]);
  });
});
