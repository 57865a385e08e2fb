import { beforeEach, describe, expect, test } from 'vitest';
import { lockInput } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { heldBy, moveOf, testWorker } from '../testing/claims-by-hand.ts';
import { ada, config, startEngine } from '../testing/engine-fixture.ts';
import { acquireLock, type LockFeed } from './acquire-lock.ts';
import { listLocks, readLock } from './list-locks.ts';
import { releaseLock } from './release-lock.ts';
import { openRunLocks } from './run-locks.ts';
import { wakeLockWaiters } from './wake-runs.ts';

const fixture = started(startEngine, 'end');
beforeEach(async () => {
  await fixture.owner`truncate held_lock, lock_waiter, active_run`;
});

const desk = { namespace: '', name: 'desk' };
/** Never announces a turn: a caller tries again as soon as it may. */
const impatient: LockFeed = { turnOf: async () => {} };
const acquire = (owner: string, input: object = {}, feed = impatient, address = desk) =>
  acquireLock(fixture.database, feed, address, lockInput.parse(input), { owner, identity: owner });
const release = (given: Parameters<typeof releaseLock>[2], address = desk) =>
  releaseLock(fixture.database, address, given);

/** Lets the times of holders and waiters of the lock pass. */
const expire = () =>
  fixture.database`
    with held as (update held_lock set expires_on = now() - interval '1 ms')
    update lock_waiter set expires_on = now() - interval '1 ms' where expires_on is not null`;
const isHeld = async () => (await fixture.database`select from held_lock`).length === 1;

async function waitInLine(owner: string, expiresInMs = 60_000, run?: { taskKey: number; runCount: number }) {
  const [row] = await fixture.database<{ key: number }[]>`
    insert into lock_waiter (namespace, name, owner, identity, expires_on, task_key, run_count, sequence)
    values ('', 'desk', ${owner}, ${owner},
      ${run === undefined ? expiresInMs : null}::float8 * interval '1 ms' + now(),
      ${run?.taskKey ?? null}, ${run?.runCount ?? null}, ${run === undefined ? null : 0})
    returning key`;
  return row?.key;
}
async function woken(act: () => Promise<unknown>): Promise<number[]> {
  const heard: number[] = [];
  const { unlisten } = await fixture.database.listen('taskdeck_lock', (payload) => heard.push(Number(payload)));
  await act();
  await fixture.database`select pg_notify('taskdeck_lock', '-1')`; // notifications come in the order of their commits
  await expect.poll(() => heard).toContain(-1);
  await unlisten();
  return heard.filter((key) => key !== -1);
}

describe('renewing', () => {
  test('puts the end of a held lock off, counted from now, under the same token', async () => {
    const { fencingToken } = await acquire('ada', { ttlInMs: 60_000 });
    const renewed = await acquire('ada', { ttlInMs: 3_600_000, fencingToken });
    expect(renewed).toMatchObject({ fencingToken, owner: 'ada' });
    expect(Date.parse(renewed.expiresOn ?? '') - Date.now()).toBeGreaterThan(3_500_000);
    const shortened = await acquire('ada', { ttlInMs: 1_000, fencingToken });
    expect(Date.parse(shortened.expiresOn ?? '') - Date.now()).toBeLessThanOrEqual(1_500);
  });

  test.each([
    ['after it has expired, though nobody else has it', 'ada', 0, expire],
    ['under another token', 'ada', 1, async () => {}],
    ['by somebody else who has seen the token', 'bob', 0, async () => {}],
    ['after it was released', 'ada', 0, () => release({})],
  ])('is refused %s', async (_, owner, offset, before) => {
    const { fencingToken } = await acquire('ada', { ttlInMs: 60_000 });
    await before();
    await expect(acquire(owner, { fencingToken: fencingToken + offset })).rejects.toMatchObject({ code: 'LockLost' });
  });
});

describe('releasing', () => {
  test('is refused under another token or to another holder, and then changes nothing', async () => {
    const { fencingToken } = await acquire('ada');
    await expect(release({ fencingToken: fencingToken + 1 })).rejects.toMatchObject({ code: 'LockLost' });
    await expect(release({ identity: 'bob' })).rejects.toMatchObject({
      code: 'InsufficientScope',
      message: expect.stringContaining('ada holds lock "desk"'),
    });
    expect(await isHeld()).toBe(true);
    await release({ fencingToken, identity: 'ada' });
    expect(await isHeld()).toBe(false);
  });

  test('what is free or has expired is no error, whoever asks', async () => {
    await release({ fencingToken: 5, identity: 'bob' });
    await acquire('ada');
    await expire();
    await release({ fencingToken: 5, identity: 'bob' });
  });

  test('tells the first in line, and only that one', async () => {
    const { fencingToken } = await acquire('ada');
    const [first] = [await waitInLine('bob'), await waitInLine('eve')];
    expect(await woken(() => release({ fencingToken }))).toEqual([first]);
  });

  test('passes over those who have stopped waiting', async () => {
    const { fencingToken } = await acquire('ada');
    await waitInLine('gone', -1);
    const next = await waitInLine('bob');
    expect(await woken(() => release({ fencingToken }))).toEqual([next]);
  });
});

describe('acquiring', () => {
  test('gives a greater token each time, also where the holder before let it expire', async () => {
    const first = await acquire('ada');
    await release({ fencingToken: first.fencingToken });
    const second = await acquire('ada');
    await expire();
    const third = await acquire('bob');
    const elsewhere = await acquire('bob', {}, impatient, { namespace: '', name: 'other' });
    const tokens = [first, second, third, elsewhere].map(({ fencingToken }) => fencingToken);
    expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
    expect(new Set(tokens).size).toBe(4);
  });

  test('tells since when the present holder has it, not the one before', async () => {
    await acquire('ada');
    await fixture.database`update held_lock set acquired_on = now() - interval '1 hour', expires_on = now() - interval '1 second'`;
    const second = await acquire('bob', { ttlInMs: 60_000 });
    expect(Date.now() - Date.parse(second.acquiredOn)).toBeLessThan(60_000);
    expect(Date.parse(second.expiresOn ?? '') - Date.parse(second.acquiredOn)).toBe(60_000);
  });

  test('waits behind those who came before, though the lock is free', async () => {
    await waitInLine('before');
    await expect(acquire('ada')).rejects.toMatchObject({
      code: 'LockHeld',
      message: 'lock "desk" is not free: somebody who waited before has its turn',
    });
  });

  test('does not wait behind those who have stopped waiting', async () => {
    await waitInLine('gone', -1);
    expect(await acquire('ada')).toMatchObject({ owner: 'ada' });
  });

  test('takes the caller out of the line', async () => {
    const { fencingToken } = await acquire('ada');
    const feed: LockFeed = { turnOf: async () => void (await release({ fencingToken })) };
    expect(await acquire('bob', { waitInMs: 20_000 }, feed)).toMatchObject({ owner: 'bob' });
    expect(await fixture.database`select from lock_waiter`).toHaveLength(0);
  });

  test('leaves the line when the time to wait is over', async () => {
    await acquire('ada');
    await expect(acquire('bob', { waitInMs: 30 })).rejects.toMatchObject({ code: 'LockHeld' });
    expect(await fixture.database`select from lock_waiter`).toHaveLength(0);
  });

  test('says again and again that it still waits, and keeps its place in line', async () => {
    const { fencingToken } = await acquire('ada');
    const keys: number[] = [];
    const left: (number | undefined)[] = [];
    const feed: LockFeed = {
      async turnOf(waiterKey) {
        const [row] = await fixture.database<{ left: number }[]>`
          select extract(epoch from expires_on - now())::float8 as left from lock_waiter where key = ${waiterKey}`;
        keys.push(waiterKey);
        left.push(row?.left);
        await fixture.database`update lock_waiter set expires_on = now() + interval '1 second' where key = ${waiterKey}`;
        if (keys.length === 3) await release({ fencingToken });
      },
    };
    await acquire('bob', { waitInMs: 20_000 }, feed);
    expect(new Set(keys).size).toBe(1);
    expect(Math.min(...left.map((seconds) => seconds ?? 0))).toBeGreaterThan(2);
  });

  test('begins again at the end of the line where it was forgotten', async () => {
    const { fencingToken } = await acquire('ada');
    const keys: number[] = [];
    const feed: LockFeed = {
      async turnOf(waiterKey) {
        keys.push(waiterKey);
        if (keys.length === 1) {
          await fixture.database`delete from lock_waiter`;
          await waitInLine('eve');
        } else if (keys.length === 3) {
          await fixture.database`delete from lock_waiter where owner = 'eve'`;
          await release({ fencingToken });
        }
      },
    };
    expect(await acquire('bob', { waitInMs: 20_000 }, feed)).toMatchObject({ owner: 'bob' });
    expect(keys.length).toBeGreaterThanOrEqual(3);
    expect(keys.at(-1)).toBeGreaterThan(keys[0] ?? 0);
  });

  test('the same name in another namespace is another lock, listed apart', async () => {
    const own = { namespace: 'apiKey:1', name: 'desk' };
    await acquire('ada');
    expect(await acquire('key', {}, impatient, own)).toMatchObject({ owner: 'key' });
    const ownersIn = async (namespace: string) =>
      (await listLocks(fixture.database, namespace, { maxPageSize: 5 })).value.map(({ owner }) => owner);
    expect([await ownersIn(''), await ownersIn('apiKey:1')]).toEqual([['ada'], ['key']]);
    await release({}, own);
    expect([await ownersIn(''), await ownersIn('apiKey:1')]).toEqual([['ada'], []]);
  });
});

test('a lock is decided on by one at a time: who comes meanwhile waits', async () => {
  const isWaiting = async () => {
    const rows = await fixture.database`
      select from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory' and query like '%acquire_lock%'`;
    return rows.length;
  };
  let acquiring: Promise<unknown> = Promise.resolve();
  await fixture.database.begin(async (transaction) => {
    await transaction`select guard_lock_name('', 'desk')`;
    acquiring = acquire('ada');
    await expect.poll(isWaiting).toBe(1);
  });
  expect(await acquiring).toMatchObject({ owner: 'ada' });
});

describe('a run', () => {
  const worker = () => testWorker(fixture.database, [{}]);
  async function claimed(by: Awaited<ReturnType<typeof worker>>) {
    await fixture.engine.createTask(config(), ada);
    const claim = await by.claimOne();
    const run = heldBy(claim);
    return { run, step: { run, sequence: 0, name: 'lock desk', callOrder: null, lockName: 'desk' } };
  }
  const statusOf = async (id: string) => (await fixture.engine.getTask(id)).status;

  test('that asks again for the lock that its step holds has it, under the same token', async () => {
    const by = await worker();
    const { step } = await claimed(by);
    const locks = openRunLocks(fixture.database, () => by.owner);
    const first = await locks.acquire(step);
    expect(first).toHaveProperty('fencingToken');
    expect(await locks.acquire(step)).toEqual(first);
    expect(await locks.acquire({ ...step, sequence: 1, name: 'again' }), 'another step waits').toHaveProperty(
      'tryAgainInMs',
    );
    const steps = await fixture.database<{ status: string; output: string | null }[]>`
      select status, output from step where task_key = ${step.run.taskKey} order by sequence`;
    const token = 'fencingToken' in first ? String(first.fencingToken) : '';
    expect(steps).toEqual([
      { status: 'running', output: token },
      { status: 'waiting', output: 'null' },
    ]);
  });

  test('that holds it is named to who asks, with the end of its run instead of a time', async () => {
    const by = await worker();
    const { step } = await claimed(by);
    await openRunLocks(fixture.database, () => by.owner).acquire(step);
    await expect(acquire('ada')).rejects.toMatchObject({
      message: `lock "desk" is not free: task ${step.run.taskId} holds it as long as its run lasts`,
    });
    await release({});
    const { expiresOn } = await acquire('ada');
    await expect(acquire('bob')).rejects.toMatchObject({
      message: `lock "desk" is not free: ada holds it until ${expiresOn}`,
    });
  });

  test('frees no lock that went to another after an operator had released it', async () => {
    const by = await worker();
    const { step } = await claimed(by);
    const locks = openRunLocks(fixture.database, () => by.owner);
    const taken = await locks.acquire(step);
    await release({});
    await acquire('ada');
    await locks.release(step, 'fencingToken' in taken ? taken.fencingToken : 0, null);
    expect(await readLock(fixture.database, desk)).toMatchObject({ owner: 'ada' });
  });

  test('that ends frees its lock though nobody waits, and its place in line though nobody holds', async () => {
    const by = await worker();
    const [holder, waiter] = [await claimed(by), await claimed(by)];
    await openRunLocks(fixture.database, () => by.owner).acquire(holder.step);
    await fixture.engine.cancelTask(holder.run.taskId);
    expect(await isHeld()).toBe(false);
    await waitInLine('run', 0, waiter.run);
    await fixture.engine.cancelTask(waiter.run.taskId);
    expect(await fixture.database`select from lock_waiter`).toHaveLength(0);
  });

  test('that ends frees no lock of another run of its task', async () => {
    const by = await worker();
    const { run, step } = await claimed(by);
    await openRunLocks(fixture.database, () => by.owner).acquire(step);
    await fixture.database`update held_lock set run_count = run_count + 1`;
    await fixture.engine.cancelTask(run.taskId);
    expect(await isHeld()).toBe(true);
  });

  test('is queued when its turn comes where it waits, and stays paused where it is paused', async () => {
    const by = await worker();
    const [asleep, paused] = [await claimed(by), await claimed(by)];
    for (const { run } of [asleep, paused]) {
      await by.flush([moveOf(run, 'waiting', { waitKind: 'lock' })]);
      if (run === paused.run) await fixture.engine.pauseTask(run.taskId, ada);
      const { fencingToken } = await acquire('ada');
      await waitInLine('run', 0, run);
      await release({ fencingToken });
      await fixture.database`delete from lock_waiter`;
    }
    expect(await statusOf(asleep.run.taskId)).toBe('queued');
    expect(await statusOf(paused.run.taskId)).toBe('paused');
  });
});

describe('the list of locks', () => {
  test('has those that are held, with who waits, page by page and by task or name', async () => {
    await fixture.engine.createTask(config({ id: 'waits-for-a' }), ada);
    const [task] = await fixture.database<{ key: number }[]>`select key from task where id = 'waits-for-a'`;
    for (const name of ['a', 'b', 'c_x', 'cyx']) await acquire(`owner of ${name}`, {}, impatient, { ...desk, name });
    await fixture.database`
      insert into lock_waiter (namespace, name, owner, identity, task_key, run_count, sequence)
      values ('', 'a', 'task', 'task', ${task?.key ?? 0}, 1, 0)`;
    await fixture.database`
      insert into lock_waiter (namespace, name, owner, identity, expires_on)
      values ('', 'a', 'gone', 'gone', now() - interval '1 ms')`;
    const page = (given: object) => listLocks(fixture.database, '', { maxPageSize: 10, ...given });
    const names = async (given: object) => (await page(given)).value.map(({ name }) => name);
    expect(await names({})).toEqual(['a', 'b', 'c_x', 'cyx']);
    expect(await names({ search: '_' })).toEqual(['c_x']);
    expect(await names({ taskId: 'waits-for-a' })).toEqual(['a']);
    expect((await page({ taskId: 'waits-for-a' })).value).toMatchObject([
      { waitingCount: 1, waiting: [{ owner: 'task', taskId: 'waits-for-a', runCount: 1 }] },
    ]);
    const first = await page({ maxPageSize: 2 });
    expect(first.value.map(({ name }) => name)).toEqual(['a', 'b']);
    const { continuationToken } = first;
    expect(await names({ maxPageSize: 2, continuationToken })).toEqual(['c_x', 'cyx']);
    await expire();
    expect(await names({})).toEqual([]);
    await expect(readLock(fixture.database, desk)).rejects.toMatchObject({ code: 'LockNotFound' });
    await expect(readLock(fixture.database, { ...desk, name: 'a' })).rejects.toMatchObject({ code: 'LockNotFound' });
  });
});

describe('the sweep', () => {
  test('tells the first in line of a lock that has expired, and nobody of one that is held', async () => {
    await acquire('ada');
    const waiter = await waitInLine('bob');
    expect(await woken(() => wakeLockWaiters(fixture.database))).toEqual([]);
    await fixture.database`update held_lock set expires_on = now() - interval '1 ms'`;
    expect(await woken(() => wakeLockWaiters(fixture.database))).toEqual([waiter]);
  });

  test('forgets who has not waited for a minute, and locks that expired an hour ago with nobody in line', async () => {
    await acquire('ada');
    for (const [owner, expiredMs] of [
      ['waits', -1],
      ['just gone', 30_000],
      ['long gone', 61_000],
    ] as const)
      await waitInLine(owner, -expiredMs);
    await fixture.database`update held_lock set expires_on = now() - interval '2 hours'`;
    await wakeLockWaiters(fixture.database);
    const owners = await fixture.database<{ owner: string }[]>`select owner from lock_waiter order by key`;
    expect(owners.map(({ owner }) => owner)).toEqual(['waits', 'just gone']);
    expect(await isHeld()).toBe(true);
    await fixture.database`delete from lock_waiter`;
    await fixture.database`update held_lock set expires_on = now() - interval '30 minutes'`;
    await wakeLockWaiters(fixture.database);
    expect(await isHeld()).toBe(true);
    await fixture.database`update held_lock set expires_on = now() - interval '61 minutes'`;
    await wakeLockWaiters(fixture.database);
    expect(await isHeld()).toBe(false);
  });
});

test('the place of a caller whose process died holds up nobody when the clock was set back since', async () => {
  await waitInLine('gone', 3_600_000);
  await waitInLine('bob');
  await wakeLockWaiters(fixture.database);
  const waiting = await fixture.database<{ owner: string }[]>`select owner from lock_waiter`;
  expect(waiting.map(({ owner }) => owner)).toEqual(['bob']);
});
