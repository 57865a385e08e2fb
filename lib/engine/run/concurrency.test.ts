import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TaskConfig } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { endOf, heldBy, moveOf, testWorker } from '../testing/claims-by-hand.ts';
import { ada, registerType, startEngine } from '../testing/engine-fixture.ts';
import { PacedLook } from '../timers/paced-look.ts';
import { admitKeyedRuns } from '../worker/admit-keyed.ts';
import { type KeyPlace, lowestFloor, newKeyPlace, type SettledKeys, setFloor } from '../worker/keyed-floor.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  await registerType(fixture.database, 'report');
  await fixture.database`update task_type set timeout_in_ms = 5000 where type = 'report'`;
});
beforeEach(async () => {
  await fixture.database`delete from active_run`;
});

const all = { queues: ['default'], types: ['order', 'report'] };
const admit = (slots = 100, filter = all) => admitKeyedRuns(fixture.database, slots, filter);

async function create(given: Partial<TaskConfig> = {}): Promise<string> {
  return await fixture.create({ concurrencyKey: 'customer', ...given });
}
/** Returns the ids of the runs that hold their key, oldest first. */
const holders = async () =>
  (
    await fixture.database<{ id: string }[]>`
      select id from active_run a join task on key = task_key where a.started_on is not null order by key`
  ).map(({ id }) => id);

/** Resolves when so many statements wait for a lock. */
const waitForLocks = (count: number) =>
  expect
    .poll(async () => {
      const rows = await fixture.database`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return rows.length;
    })
    .toBe(count);

describe.each([
  ['read at once', 2_000],
  ['read key by key', 0],
])('of the runs with one concurrency key, %s,', (_, mostAtOnce) => {
  const admit = (slots = 100, filter = all) => admitKeyedRuns(fixture.database, slots, filter, newKeyPlace(mostAtOnce));

  test('one at a time holds it where no limit is given, the oldest first', async () => {
    const [first] = [await create(), await create(), await create()];
    expect(await admit()).toBe(1);
    expect(await holders()).toEqual([first]);
    expect(await admit()).toBe(0);
  });

  test('exactly as many hold it as the limit says', async () => {
    const ids = [];
    for (let count = 0; count < 5; count++) ids.push(await create({ concurrencyLimit: 3 }));
    expect(await admit()).toBe(3);
    expect(await admit()).toBe(0);
    expect(await holders()).toEqual(ids.slice(0, 3));
  });

  test('the highest priority goes first, then the oldest', async () => {
    const [, high, higher, , alsoHigh] = [
      await create({ priority: 0, concurrencyLimit: 3 }),
      await create({ priority: 5, concurrencyLimit: 3 }),
      await create({ priority: 9, concurrencyLimit: 3 }),
      await create({ priority: -5, concurrencyLimit: 3 }),
      await create({ priority: 5, concurrencyLimit: 3 }),
    ];
    expect(await admit()).toBe(3);
    expect(await holders()).toEqual([high, higher, alsoHigh]);
  });

  test('another key has its own places', async () => {
    const ids = [await create({ concurrencyKey: 'a' }), await create({ concurrencyKey: 'b' })];
    await create({ concurrencyKey: 'a' });
    expect(await admit()).toBe(2);
    expect(await holders()).toEqual(ids);
  });

  test('one that is given another key meanwhile does not get the old one', async () => {
    const [holder, id] = [await create({ concurrencyKey: 'b' }), await create({ concurrencyKey: 'a', type: 'report' })];
    expect(await admit(100, { queues: ['default'], types: ['order'] })).toBe(1);
    let admitting = Promise.resolve(0);
    await fixture.database.begin(async (transaction) => {
      await transaction`
        update active_run set concurrency_key = 'b' where task_key = (select key from task where id = ${id})`;
      admitting = admit();
      await waitForLocks(1);
    });
    expect(await admitting).toBe(0);
    expect(await holders()).toEqual([holder]);
  });

  test('one that is paused meanwhile does not get its key', async () => {
    await create();
    let admitting = Promise.resolve(0);
    await fixture.database.begin(async (transaction) => {
      await transaction`update active_run set status = 'paused', paused_status = 'queued'`;
      admitting = admit();
      await waitForLocks(1);
    });
    expect(await admitting).toBe(0);
    expect(await holders()).toEqual([]);
  });

  test('one alone gets it from two workers that admit runs at the same time', async () => {
    const [order] = [await create({ type: 'order' }), await create({ type: 'report' })];
    const admitting: Promise<number>[] = [];
    await fixture.database.begin(async (transaction) => {
      await transaction`
        select from active_run where task_key = (select key from task where id = ${order}) for update`;
      for (const type of all.types) {
        admitting.push(admit(100, { queues: ['default'], types: [type] }));
        await waitForLocks(admitting.length);
      }
    });
    expect(await Promise.all(admitting)).toEqual([1, 0]);
    expect(await holders()).toEqual([order]);
  });

  test('that of the highest priority gets its key first where there is room for one', async () => {
    await create({ concurrencyKey: 'a' });
    const urgent = await create({ concurrencyKey: 'b', priority: 5 });
    expect(await admit(1)).toBe(1);
    expect(await holders()).toEqual([urgent]);
  });

  test('those that this worker cannot run take no place', async () => {
    await create({ queue: 'other' });
    await create({ type: 'report' });
    const mine = await create();
    expect(await admit(100, { queues: ['default'], types: ['order'] })).toBe(1);
    expect(await holders()).toEqual([mine]);
  });

  test('no more are admitted than there is room for', async () => {
    for (let count = 0; count < 4; count++) await create({ concurrencyLimit: 4 });
    expect(await admit(3)).toBe(3);
    expect(await admit(3)).toBe(1);
  });
});

test('thousands of keys that are held do not keep others from their places', async () => {
  await fixture.database`
    with blocked as (
      insert into task (id, type, queue, priority, concurrency_key, created_by, modified_by)
      select 'held ' || n || ' ' || place, 'order', 'default', 0, 'a' || n, 'cyd', 'cyd'
      from generate_series(1, 2500) n, generate_series(1, 2) place returning key, id, concurrency_key
    )
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority,
      concurrency_key, started_on)
    select key, 1, case when id like '% 1' then 'waiting' else 'queued' end::run_status, 'create', 'cyd', 'order',
      'default', 0, concurrency_key, case when id like '% 1' then now() end from blocked`;
  const others = [await create({ concurrencyKey: 'b' }), await create({ concurrencyKey: 'c' })];
  expect(await admit()).toBe(2);
  expect((await holders()).slice(-2)).toEqual(others);
});

test('a round that reaches the last key goes on at the first, with the room that is left', async () => {
  const place = { ...newKeyPlace(0), after: 'm' };
  const [first, , last] = [
    await create({ concurrencyKey: 'a' }),
    await create({ concurrencyKey: 'b' }),
    await create({ concurrencyKey: 'z' }),
  ];
  expect(await admitKeyedRuns(fixture.database, 2, all, place)).toBe(2);
  expect(await holders()).toEqual([first, last]);
  expect(await admit()).toBe(1);
});

describe('a worker that has admitted runs before', () => {
  /** Admits like a worker for which all keys are settled that were given out. */
  async function admitOn(place: KeyPlace, beyond = 0): Promise<number> {
    const [settled] = await fixture.database<SettledKeys[]>`
      select pg_sequence_last_value('task_key_seq') + ${beyond}::bigint as fresh,
        coalesce(pg_sequence_last_value('returned_run'), ${Number.MIN_SAFE_INTEGER}::bigint) as returned`;
    return admitKeyedRuns(fixture.database, 100, all, place, settled);
  }

  test('counts the runs that it has left behind, and gives them their key in turn', async () => {
    const place = newKeyPlace();
    const [first, second] = [await create(), await create()];
    expect([await admitOn(place), await admitOn(place)]).toEqual([1, 0]);
    expect(place.floor).toMatchObject({ queued: [expect.any(Number)], held: [expect.any(Number)] });
    const third = await create({ priority: 9 });
    expect(await admitOn(place)).toBe(0);
    for (const [ended, next] of [
      [first, third],
      [third, second],
    ] as const) {
      await fixture.engine.cancelTask(ended);
      expect(await admitOn(place)).toBe(1);
      expect(await holders()).toEqual([next]);
    }
  });

  test('counts the runs that came while nothing was queued', async () => {
    const place = newKeyPlace();
    await create();
    expect(await admit()).toBe(1);
    expect(await admitOn(place)).toBe(0);
    expect(place.floor.held).toHaveLength(1);
    await create();
    expect(await admitOn(place)).toBe(0);
  });

  test('counts a run once that came back to the queue', async () => {
    const place = newKeyPlace();
    await create({ concurrencyLimit: 2 });
    expect([await admitOn(place), await admitOn(place)]).toEqual([1, 0]);
    await fixture.database`update active_run set status = 'queued'`;
    await create({ concurrencyLimit: 2 });
    expect(await admitOn(place)).toBe(1);
  });

  test('finds old runs that are queued later', async () => {
    const place = newKeyPlace();
    const scheduled = await create({ startOn: new Date(Date.now() + 3_600_000).toISOString() });
    const other = await create();
    expect([await admitOn(place), await admitOn(place)]).toEqual([1, 0]);
    await fixture.engine.cancelTask(other);
    await fixture.engine.updateTask(scheduled, { startOn: null }, ada);
    expect(await admitOn(place)).toBe(1);
    expect(await holders()).toEqual([scheduled]);
  });

  test('finds what was committed too late at its next look from the beginning', async () => {
    const place = newKeyPlace();
    expect(await admitOn(place, 1_000)).toBe(0);
    const late = await create();
    expect(await admitOn(place)).toBe(0);
    expect(await admitOn({ ...place, deepLook: new PacedLook(0, 0) })).toBe(1);
    expect(await holders()).toEqual([late]);
  });
});

test('the floor does not rise over more than a thousand runs', () => {
  const place = newKeyPlace();
  const older = (count: number) => ({ ...lowestFloor, fresh: 7, queued: [1], held: Array<number>(count).fill(2) });
  setFloor(place, older(1_000));
  expect(place.floor.fresh).toBe(0);
  setFloor(place, older(999));
  expect(place.floor.fresh).toBe(7);
});

describe('a key is held', () => {
  async function holding() {
    const [first, second] = [await create(), await create()];
    await admit();
    const worker = await testWorker(fixture.database, [{}]);
    const claim = await worker.claimOne();
    expect(claim.id).toBe(first);
    return { first, second, worker, run: heldBy(claim) };
  }

  test.each(['waiting', 'retrying', 'queued'] as const)('by a run that is %s', async (status) => {
    const { first, worker, run } = await holding();
    await worker.flush([moveOf(run, status, { dueAt: performance.now() + 3_600_000, waitKind: 'sleep' })]);
    expect(await admit()).toBe(0);
    expect(await holders()).toEqual([first]);
  });

  test('by a run that is paused, and when it goes on', async () => {
    const { first } = await holding();
    await fixture.engine.pauseTask(first, ada);
    expect(await admit()).toBe(0);
    await fixture.engine.resumeTask(first);
    expect(await admit()).toBe(0);
  });

  test('until its run ends or is cancelled', async () => {
    const { second, worker, run } = await holding();
    await worker.flush([endOf(run)]);
    const third = await create();
    expect(await admit()).toBe(1);
    expect(await holders()).toEqual([second]);
    await fixture.engine.cancelTask(second);
    expect(await admit()).toBe(1);
    expect(await holders()).toEqual([third]);
  });

  test('by a run whose task is given another key meanwhile', async () => {
    const { first } = await holding();
    await fixture.engine.updateTask(first, { concurrencyKey: 'other' }, ada);
    expect(await admit()).toBe(0);
    const [row] = await fixture.database`select concurrency_key from active_run where started_on is not null`;
    expect(row).toEqual({ concurrency_key: 'customer' });
  });
});

test("a run's time limit begins when it gets its key: the task's own, else its type's", async () => {
  const [own, ofType, none] = [
    await create({ type: 'report', concurrencyKey: 'a', timeoutInMs: 60_000 }),
    await create({ type: 'report', concurrencyKey: 'b' }),
    await create({ concurrencyKey: 'c' }),
  ];
  await admit();
  await (await testWorker(fixture.database, [{}, { type: 'report', timeoutInMs: 5_000 }])).claim();
  const rows = await fixture.database<{ id: string; limit_in_ms: number | null }[]>`
    select id, extract(epoch from deadline_on - started_on)::float8 * 1000 as limit_in_ms
    from active_run a join task on key = task_key order by key`;
  expect(rows).toEqual([
    { id: own, limit_in_ms: 60_000 },
    { id: ofType, limit_in_ms: 5_000 },
    { id: none, limit_in_ms: null },
  ]);
});
