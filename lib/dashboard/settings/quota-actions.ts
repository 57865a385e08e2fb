'use server';

import { z } from 'zod';
import { ownerName, quotaInput } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Sets the limits of an owner that were shown with this entity tag, once for its key. */
export const setQuota = operatorAction(
  z.strictObject({ owner: ownerName, quota: quotaInput, ifMatch: z.string(), idempotencyKey: z.uuid() }),
  async ({ client, input: { owner, quota, ...how } }) => {
    await client.setQuotaAsync(owner, quota, how);
  },
  'quota',
);
