'use server';

import { z } from 'zod';
import { ownerName, quotaInput } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Sets the limits of an owner that were shown with this entity tag. */
export const setQuota = operatorAction(
  z.strictObject({ owner: ownerName, quota: quotaInput, ifMatch: z.string() }),
  async ({ client, input: { owner, quota, ifMatch } }) => {
    await client.setQuotaAsync(owner, quota, { ifMatch });
  },
  'quota',
);
