'use server';

import { z } from 'zod';
import { itemName } from '#contract';
import { operatorAction } from '../access/action.ts';
import { ProblemError } from '../problem/problem.ts';

/** Releases the lock that the operator saw: one that has another holder by now is left alone. */
export const releaseLock = operatorAction(
  z.strictObject({ name: itemName, fencingToken: z.number().int() }),
  async ({ client, input: { name, fencingToken } }) => {
    await client.getLocksClient().releaseLockAsync(name, fencingToken);
  },
);

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
