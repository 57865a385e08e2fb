'use server';

import { z } from 'zod';
import { itemName } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Releases the lock that the operator saw: one that has another holder by now is left alone. */
export const releaseLock = operatorAction(
  z.strictObject({ name: itemName, fencingToken: z.number().int() }),
  async ({ client, input: { name, fencingToken } }) => {
    await client.getLocksClient().releaseLockAsync(name, fencingToken);
  },
);
