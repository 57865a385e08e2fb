'use server';

import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { LocksClient } from '#client';
import { itemName } from '#contract';
import { operatorAction } from '../access/action.ts';
import { ProblemError } from '../problem/problem.ts';

/** The next in line acquires a lock within moments, if it is still there. */
const handoverInMs = 1_000;
const lookInMs = 50;

/**
 * Releases the lock that the operator saw: one that has another holder by now is left alone. With `isAwaited` it is then
 * waited for the next in line to have it, for a second.
 */
export const releaseLock = operatorAction(
  z.strictObject({ name: itemName, fencingToken: z.number().int(), isAwaited: z.boolean() }),
  async ({ client, input: { name, fencingToken, isAwaited } }) => {
    const locks = client.getLocksClient();
    await locks.releaseLockAsync(name, fencingToken);
    if (isAwaited) await untilHeld(locks, name);
  },
);

/** Never fails: the lock is released. */
async function untilHeld(locks: LocksClient, name: string): Promise<void> {
  const isHeld = () => locks.getLockAsync(name).then(Boolean, () => false);
  for (const end = performance.now() + handoverInMs; performance.now() < end && !(await isHeld()); )
    await setTimeout(lookInMs);
}

/** Releases the lock that a run waits for, from the owner that the operator saw. */
export const releaseLockOf = operatorAction(
  z.strictObject({ name: itemName, owner: z.string() }),
  async ({ client, input: { name, owner } }) => {
    const locks = client.getLocksClient();
    const lock = await locks.getLockAsync(name);
    if (lock.owner !== owner)
      throw new ProblemError({ code: 'LockLost', detail: `${lock.owner} holds the lock by now, not ${owner}.` });
    await locks.releaseLockAsync(name, lock.fencingToken);
  },
);
