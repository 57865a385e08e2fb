import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, type Database, type Transaction } from '#database';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { readTasks } from '../rows/task-row.ts';
import { flushJournal } from '../run/flush.ts';
import type { JournalEntry } from '../run/journal-entry.ts';
import { crowdedFrom } from '../tasks/crowded-callers.ts';
import { endOf, heldBy, moveOf, stepOf } from '../testing/claims-by-hand.ts';
import { queueDueRuns } from '../timers/due.ts';
import { admitKeyedRuns } from './admit-keyed.ts';
import { claimRuns } from './claim.ts';
import { type ClaimKind, newFloor, newKind, noneReturned } from './claim-segments.ts';
import { findLostRuns } from './find-lost-runs.ts';
import { FloorKeeper } from './floor-keeper.ts';
import { newKeyPlace, type SettledKeys } from './keyed-floor.ts';
import { registerWorker } from './register.ts';

const fixture = started(createTestDatabase, 'drop');
let database: Database;
/** Connections whose transactions stay open, however slow the test is. */
let holders: Database;
let workerKey: number;
beforeAll(async () => {
  database = connect(fixture.url, { connections: 1, isHot: true });
  holders = connect(fixture.url, { connections: 2, maximumIdleInTransactionInMs: 0 });
  await fixture.owner`alter table active_run set (autovacuum_enabled = off)`; // its reads would be counted
  const worker = {
    id: 'w',
    name: 'w',
    queues: ['default'],
    types: ['order'],
    versions: {},
    slots: 10,
    leaseInMs: 600_000,
  };
  workerKey = (await registerWorker(database, worker)).key;
});
afterAll(() => Promise.all([database.end(), holders.end()]));

afterEach(() => {
  vi.useRealTimers();
});
beforeEach(async () => {
  await database`delete from active_run`;
  await fixture.owner`vacuum active_run`;
});

const isAKey = (floor: unknown) => Number(floor) > 0;

function openFloors(): { kinds: ClaimKind[]; floors: FloorKeeper } {
  const kinds = [newKind('default', 'order', null)];
  const onTrouble = (error: Error) => {
    throw error;
  };
  return { kinds, floors: new FloorKeeper(database, kinds, onTrouble) };
}

async function create(count: number, through: Database | Transaction = database, from = 0): Promise<void> {
  await through`
    with new_task as (
      insert into task (id, type, queue, priority, created_by, modified_by)
      select gen_random_uuid()::text, 'order', 'default', 0, 'ada', 'ada' from generate_series(1, ${count}::integer)
      returning key
    )
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority, ready_key)
    select key, 1, 'queued', 'create', 'ada', 'order', 'default', 0, key + ${from}::bigint from new_task`;
}

/** Holds a transaction open after this work. Resolves with the function that ends it. */
async function hold(level: string, work: (transaction: Transaction) => Promise<unknown>): Promise<() => Promise<void>> {
  const end = Promise.withResolvers<void>();
  const isOpen = Promise.withResolvers<void>();
  const open = holders.begin(`isolation level ${level}`, async (transaction) => {
    await work(transaction);
    isOpen.resolve();
    await end.promise;
  });
  await isOpen.promise;
  return async () => {
    end.resolve();
    await open;
  };
}

let pagesBefore = 0;
/** Pages of the table and the indexes of active runs that were read since the last call. */
async function pagesRead(): Promise<number> {
  await database`select pg_stat_force_next_flush()`;
  const [row] = await database<{ pages: number }[]>`
    select heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read as pages
    from pg_statio_user_tables where relname = 'active_run'`;
  const pages = (row?.pages ?? 0) - pagesBefore;
  pagesBefore += pages;
  return pages;
}

const claim = (kinds: ClaimKind[], slots = 10) => claimRuns(database, workerKey, slots, kinds);
const lookThrice = async (floors: FloorKeeper) => {
  for (let look = 0; look < 3; look++) await floors.look(false);
};
/** Looks until the floor is as high as it can be: floors wait for transactions of other databases of the server too. */
async function raiseFloors({ kinds, floors }: ReturnType<typeof openFloors>): Promise<void> {
  const [highest] = await database<{ fresh: number; crowded: number }[]>`
    with last as (select pg_sequence_last_value('task_key_seq') as key)
    select coalesce(min(ready_key) filter (where ready_key < ${crowdedFrom}) - 1, last.key) as fresh,
      coalesce(min(ready_key) filter (where ready_key > ${crowdedFrom}) - 1, last.key + ${crowdedFrom}::bigint) as crowded
    from last left join active_run on status = 'queued' group by last.key`;
  const look = async () => {
    await floors.look(false);
    return kinds[0]?.floors[0];
  };
  await expect.poll(look, { timeout: 15_000, interval: 5 }).toMatchObject({ ...highest });
}

describe('beside the dead rows that an older snapshot keeps', () => {
  let release: () => Promise<void>;
  beforeAll(async () => {
    // With a transaction id, as of a report that fills a temporary table. Without one, floors rise at once.
    release = await hold('repeatable read', (transaction) => transaction`select pg_current_xact_id()`);
    await create(10_000);
    await create(10_000, database, crowdedFrom);
    await database`update active_run set status = 'waiting', started_on = now(), concurrency_key = 'customer'`;
    await database`update active_run set status = 'queued'`;
    await database`delete from active_run`;
    await create(5_000);
    await create(5_000, database, crowdedFrom);
    await database`delete from active_run`;
  });
  afterAll(() => release());

  test('a claim does not read past what was taken before', async () => {
    const { kinds, floors } = openFloors();
    await create(10);
    await pagesRead();
    expect(await claim(kinds, 1)).toHaveLength(1);
    expect(await pagesRead()).toBeGreaterThan(1_500);

    await raiseFloors({ kinds, floors });
    await pagesRead();
    expect(await claim(kinds, 1)).toHaveLength(1);
    expect(await pagesRead()).toBeLessThan(100);
    await floors.look(false);
    expect(await pagesRead()).toBeLessThan(100);
  });

  test('a run with a concurrency key is admitted past none of them', async () => {
    const { kinds, floors } = openFloors();
    const place = newKeyPlace();
    const served = { queues: ['default'], types: ['order'] };
    const admit = () => admitKeyedRuns(database, 10, served, place, floors.settled);
    await raiseFloors({ kinds, floors });
    await pagesRead();
    expect(await admit()).toBe(0);
    expect(await pagesRead()).toBeGreaterThan(1_500);
    await create(10);
    await database`update active_run set concurrency_key = task_key::text`;
    await pagesRead();
    expect(await admit()).toBe(10);
    expect(await pagesRead()).toBeLessThan(250);
  });

  test('a run is claimed, written, read and ended by its key, though a vacuum found no row alive', async () => {
    const { kinds, floors } = openFloors();
    await raiseFloors({ kinds, floors });
    await fixture.owner`vacuum analyze active_run`;
    await create(10);
    await pagesRead();
    const claims = await claim(kinds);
    const runs = claims.map(heldBy);
    const pages = { claim: await pagesRead(), flush: 0, move: 0, read: 0, look: 0, end: 0, due: 0 };
    const write = async (entries: JournalEntry[]) => {
      await flushJournal(database, { key: workerKey, name: 'w' }, runs, entries, undefined, null);
      return pagesRead();
    };
    pages.flush = await write(runs.map((run) => stepOf(run)));
    await readTasks(
      database,
      runs.map(({ taskKey }) => taskKey),
    );
    pages.read = await pagesRead();
    await findLostRuns(database, workerKey, runs);
    pages.look = await pagesRead();
    pages.end = await write(runs.slice(1).map((run) => endOf(run)));
    pages.move = await write(
      runs.slice(0, 1).map((run) => moveOf(run, 'retrying', { dueAt: performance.now() - 1_000 })),
    );
    await queueDueRuns(database);
    pages.due = await pagesRead();
    expect(await database`select status from active_run`).toEqual([{ status: 'queued' }]);
    expect(Object.entries(pages).filter(([, count]) => count > 250)).toEqual([]);
  });
});

test('floors do not rise over runs that are not committed yet, nor over those that come back', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(3_600_000); // in a worker that has run for an hour
  const { kinds, floors } = openFloors();
  await create(1);
  const [returning] = await claim(kinds);
  const commit = await hold('read committed', (transaction) => create(1, transaction));
  await create(1);
  expect(await claim(kinds)).toHaveLength(1);
  const free = await hold(
    'read committed',
    (transaction) => transaction`update active_run set status = 'queued' where task_key = ${returning?.task_key ?? 0}`,
  );
  await lookThrice(floors);
  await lookThrice(floors);
  await commit();
  await free();
  expect(await claim(kinds)).toHaveLength(2);
});

test('a deep look finds what was committed below the floors', async () => {
  const { kinds, floors } = openFloors();
  await create(3);
  const [first, second] = await claim(kinds);
  const keys = [first?.task_key ?? 0, second?.task_key ?? 0];
  await raiseFloors({ kinds, floors });
  await fixture.owner`alter table active_run disable trigger active_run_returns`;
  await database`update active_run set status = 'queued' where task_key = any(${keys}::bigint[])`;
  await fixture.owner`alter table active_run enable trigger active_run_returns`;
  expect(await claim(kinds)).toEqual([]);
  await floors.look(true);
  expect((await claim(kinds)).map(({ task_key }) => task_key).toSorted()).toEqual(keys.toSorted());
});

test('after a crash of the server no key counts as settled, as keys are given out again', async () => {
  const { kinds, floors } = openFloors();
  await create(3);
  await claim(kinds);
  await raiseFloors({ kinds, floors });
  expect([floors.settled?.fresh, kinds[0]?.floors[0]?.fresh]).toEqual([
    expect.toSatisfy(isAKey),
    expect.toSatisfy(isAKey),
  ]);
  floors.lower();
  expect([floors.settled, kinds[0]?.floors]).toEqual([undefined, [newFloor(0)]]);
});

test('the floor of concurrency keys rises as soon as fresh or returned keys are settled', async () => {
  const place = newKeyPlace();
  const settle = (settled: SettledKeys) =>
    admitKeyedRuns(database, 10, { queues: ['default'], types: ['order'] }, place, settled);
  await settle({ fresh: 5, returned: noneReturned });
  expect([place.floor.fresh, place.floor.returned]).toEqual([5, noneReturned]);
  await settle({ fresh: 5, returned: -9 });
  expect([place.floor.fresh, place.floor.returned]).toEqual([5, -9]);
});

test('no look begins while another is under way', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { floors } = openFloors();
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = vi.spyOn(floors, 'look').mockReturnValue(promise);
  floors.keep(true);
  vi.advanceTimersByTime(600);
  floors.keep(true);
  resolve();
  await floors.rest();
  expect(look).toHaveBeenCalledTimes(1);
});

test('a look begins below the floors after half a minute without work, after five minutes with it, and not before', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { floors } = openFloors();
  const look = vi.spyOn(floors, 'look').mockResolvedValue();
  const looks = async (afterMs: number, isIdle: boolean) => {
    look.mockClear();
    vi.advanceTimersByTime(afterMs);
    floors.keep(isIdle);
    await floors.rest();
    return look.mock.calls.map(([isDeep]) => (isDeep ? 'deep' : 'above'));
  };
  expect(await looks(29_000, true)).toEqual(['above']);
  expect(await looks(499, true), 'too soon').toEqual([]);
  expect(await looks(600, true)).toEqual(['deep']);
  expect(await looks(600, true)).toEqual(['above']);
  expect(await looks(299_000, false)).toEqual(['above']);
  expect(await looks(1_000, false)).toEqual(['deep']);
});
