'use server';

import { z } from 'zod';
import { secretInput, secretName } from '#contract';
import { operatorAction } from '../access/action.ts';

/**
 * Sets a secret's value, and who may use it. With `ifMatch`, only of the secret that was shown with that entity tag;
 * without it, only of a new one. Once for its key.
 */
export const setSecret = operatorAction(
  z.strictObject({ name: secretName, secret: secretInput, ifMatch: z.string().optional(), idempotencyKey: z.uuid() }),
  async ({ client, input: { name, secret, ifMatch, idempotencyKey } }) => {
    const condition = ifMatch === undefined ? ({ ifNoneMatch: '*' } as const) : { ifMatch };
    await client.setSecretAsync(name, secret, { ...condition, idempotencyKey });
  },
  'secret',
);

/** Deletes the secret that was shown with this entity tag, once for its key. */
export const deleteSecret = operatorAction(
  z.strictObject({ name: secretName, ifMatch: z.string(), idempotencyKey: z.uuid() }),
  async ({ client, input: { name, ...options } }) => {
    await client.deleteSecretAsync(name, options);
  },
);
