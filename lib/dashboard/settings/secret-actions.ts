'use server';

import { z } from 'zod';
import { secretInput, secretName } from '#contract';
import { operatorAction } from '../access/action.ts';

/**
 * Sets a secret's value, and who may use it. With `ifMatch`, only of the secret that was shown with that entity tag;
 * without it, only of a new one.
 */
export const setSecret = operatorAction(
  z.strictObject({ name: secretName, secret: secretInput, ifMatch: z.string().optional() }),
  async ({ client, input: { name, secret, ifMatch } }) => {
    await client.setSecretAsync(name, secret, ifMatch === undefined ? { ifNoneMatch: '*' } : { ifMatch });
  },
  'secret',
);

export const deleteSecret = operatorAction(z.strictObject({ name: secretName }), async ({ client, input }) => {
  await client.deleteSecretAsync(input.name);
});
