import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { lockInput } from '#contract';
import { committingWith } from '#database';
import { isAwaited } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { startEngine } from '../testing/engine-fixture.ts';
import { acquireLock, type LockFeed } from './acquire-lock.ts';
import { readLock } from './list-locks.ts';

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
