import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { lockInput } from '#contract';
import { committingWith } from '#database';
import { isAwaited } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { heldBy, moveOf, testWorker } from '../testing/claims-by-hand.ts';
import { ada, config, startEngine } from '../testing/engine-fixture.ts';
import { acquireLock, attemptLock, type LockFeed } from './acquire-lock.ts';
import { readLock } from './list-locks.ts';
import { releaseLock } from './release-lock.ts';
import { wakeLinesOf } from './wake-runs.ts';

const fixture = started(startEngine, 'end');
beforeEach(async () => {
  await fixture.owner`truncate held_lock, lock_waiter, active_run`;
});

const desk = { namespace: '', name: 'desk' };
const impatient: LockFeed = { turnOf: async () => {} };
const acquire = (owner: string, input: object = {}) =>
  acquireLock(fixture.database, impatient, desk, lockInput.parse(input), { owner, identity: owner });

test('a renewal in the moment in which the time is over, and the one who takes the lock then, do not both have it', async () => {
  const { fencingToken } = await acquire('ada', { ttlInMs: 60_000 });
  await fixture.database`update held_lock set expires_on = clock_timestamp() + interval '500 ms'`;
  const { asked } = await fixture.database.begin(async (transaction) => {
    await transaction`select from held_lock for update`;
    const renewing = acquire('ada', { ttlInMs: 60_000, fencingToken });
    await expect.poll(() => isAwaited(transaction)).toBe(true);
    await sleep(600);
    const taking = acquire('bob', { ttlInMs: 60_000 });
    await sleep(200);
    return { asked: Promise.allSettled([renewing, taking]) };
  });
  const [renewed, taken] = await asked;
  const { owner } = await readLock(fixture.database, desk);
  expect([renewed.status, taken.status]).toEqual(
    owner === 'ada' ? ['fulfilled', 'rejected'] : ['rejected', 'fulfilled'],
  );
});

test('the answer tells of the lock that was acquired, also where it is over by then', async () => {
  const late = () => sleep(1_200);
  const acquired = await committingWith(late, () => acquire('ada', { ttlInMs: 1_000 }));
  expect(acquired).toMatchObject({ owner: 'ada' });
  expect(await acquire('bob')).toMatchObject({ owner: 'bob' });
});

async function claimed(by: Awaited<ReturnType<typeof testWorker>>) {
  await fixture.engine.createTask(config(), ada);
  return heldBy(await by.claimOne());
}

async function waitInLine(owner: string, run?: { taskKey: number; runCount: number }): Promise<number> {
  const [row] = await fixture.database<{ key: number }[]>`
    insert into lock_waiter (namespace, name, owner, identity, expires_on, task_key, run_count, sequence)
    values ('', 'desk', ${owner}, ${owner}, ${run === undefined ? new Date(Date.now() + 60_000) : null}::timestamptz,
      ${run?.taskKey ?? null}, ${run?.runCount ?? null}, ${run === undefined ? null : 0})
    returning key`;
  return row?.key ?? 0;
}

/** What a run gets that asks for the lock at its place in line. */
const attemptOf = ({ taskKey, runCount }: { taskKey: number; runCount: number }) =>
  fixture.database.begin((transaction) => {
    const holder = { owner: 'run', identity: 'run', run: { taskKey, runCount, sequence: 0 } };
    return attemptLock(transaction, desk, holder, null, 60_000, null);
  });

const statusOf = async (id: string) => (await fixture.engine.getTask(id)).status;

/** A worker, and two runs of it that wait in line for the lock, which Ada has. */
async function twoInLine() {
  const by = await testWorker(fixture.database, [{}]);
  const [first, second] = [await claimed(by), await claimed(by)];
  const { fencingToken } = await acquire('ada', { ttlInMs: 60_000 });
  for (const run of [first, second]) {
    await by.flush([moveOf(run, 'waiting', { waitKind: 'lock' })]);
    await waitInLine('run', run);
  }
  const release = () => releaseLock(fixture.database, desk, { fencingToken });
  return { by, first, second, release };
}

test.each(['cancelled', 'paused'])('a run that is %s when its turn has come passes it on at once', async (how) => {
  const { first, second, release } = await twoInLine();
  await release();
  expect([await statusOf(first.taskId), await statusOf(second.taskId)]).toEqual(['queued', 'waiting']);
  if (how === 'cancelled') await fixture.engine.cancelTask(first.taskId);
  else await fixture.engine.pauseTask(first.taskId, ada);
  expect(await statusOf(second.taskId)).toBe('queued');
});

test('a run that is cancelled passes on the turn that an expired lock gives, and none of a held one', async () => {
  const { first, second } = await twoInLine();
  const next = await waitInLine('eve');
  await fixture.engine.cancelTask(first.taskId);
  expect(await statusOf(second.taskId)).toBe('waiting');
  await fixture.database`update held_lock set expires_on = now() - interval '1 ms'`;
  const heard: number[] = [];
  const { unlisten } = await fixture.database.listen('taskdeck_lock', (payload) => heard.push(Number(payload)));
  await fixture.engine.cancelTask(second.taskId);
  await expect.poll(() => heard).toEqual([next]);
  await unlisten();
});

test('a lock that is released while the first in line is being cancelled passes to the next one', async () => {
  const { first, second, release } = await twoInLine();
  const { releasing } = await fixture.database.begin(async (transaction) => {
    await transaction`select end_runs(${[first.taskKey]}::bigint[], 'cancelled'::run_status, null)`;
    const released = release();
    await expect.poll(() => isAwaited(transaction)).toBe(true);
    return { releasing: released };
  });
  await releasing;
  expect(await statusOf(second.taskId)).toBe('queued');
});

describe('a run that is in line first, and cannot take the lock now', () => {
  test.each(['paused', 'retrying'] as const)('holds up nobody while it is %s', async (status) => {
    const { by, first, second, release } = await twoInLine();
    await fixture.database`update active_run set status = 'running', worker_key = ${by.owner.key} where task_key = ${first.taskKey}`;
    if (status === 'paused') await fixture.engine.pauseTask(first.taskId, ada);
    else await by.flush([moveOf(first, 'retrying', { dueAt: performance.now() + 60_000 })]);
    await release();
    expect([await statusOf(first.taskId), await statusOf(second.taskId)]).toEqual([status, 'queued']);
    expect(await attemptOf(second)).toMatchObject({ is_mine: true });
  });

  test('has its place again when it goes on', async () => {
    const { first, second, release } = await twoInLine();
    await fixture.engine.pauseTask(first.taskId, ada);
    await fixture.engine.resumeTask(first.taskId);
    await release();
    expect(await statusOf(second.taskId)).toBe('waiting');
    expect(await attemptOf(second)).toMatchObject({ is_mine: false });
    expect(await attemptOf(first)).toMatchObject({ is_mine: true });
  });
});

describe('a lock that is released after a run has asked for it', () => {
  async function asking() {
    const by = await testWorker(fixture.database, [{}]);
    const run = await claimed(by);
    const { fencingToken } = await acquire('ada', { ttlInMs: 60_000 });
    expect(await attemptOf(run)).toMatchObject({ is_mine: false });
    return { by, run, fencingToken };
  }

  test('is that of the run when this has begun to wait', async () => {
    const { by, run, fencingToken } = await asking();
    await releaseLock(fixture.database, desk, { fencingToken });
    await by.flush([moveOf(run, 'waiting', { waitKind: 'lock' })]);
    expect(await statusOf(run.taskId)).toBe('waiting');
    await wakeLinesOf(fixture.database, run.taskKey);
    expect(await statusOf(run.taskId)).toBe('queued');
  });

  test('is so also where the release is committed after the begin of the wait', async () => {
    const { by, run, fencingToken } = await asking();
    const { waking } = await fixture.database.begin(async (transaction) => {
      await transaction`select release_lock('', 'desk', ${fencingToken}::bigint)`;
      await by.flush([moveOf(run, 'waiting', { waitKind: 'lock' })]);
      const woken = wakeLinesOf(fixture.database, run.taskKey);
      await expect.poll(() => isAwaited(transaction)).toBe(true);
      return { waking: woken };
    });
    await waking;
    expect(await statusOf(run.taskId)).toBe('queued');
  });

  test('wakes nobody while it is held', async () => {
    const { by, run } = await asking();
    await by.flush([moveOf(run, 'waiting', { waitKind: 'lock' })]);
    await wakeLinesOf(fixture.database, run.taskKey);
    expect(await statusOf(run.taskId)).toBe('waiting');
  });
});
