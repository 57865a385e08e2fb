'use server';

import { z } from 'zod';
import { itemName, ownerName } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Releases the isolated lock of an owner, from the holder that the operator saw. */
export const releaseIsolatedLock = operatorAction(
  z.strictObject({ owner: ownerName, name: itemName, fencingToken: z.number().int() }),
  async ({ clientIn, input: { owner, name, fencingToken } }) => {
    await clientIn(owner).getLocksClient().releaseLockAsync(name, fencingToken);
  },
);
