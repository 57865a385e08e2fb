'use server';

import { z } from 'zod';
import { secretInput, secretName } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Sets a secret's value, and who may use it, of the secret that was shown where `ifMatch` has its entity tag. */
export const setSecret = operatorAction(
  z.strictObject({ name: secretName, secret: secretInput, ifMatch: z.string().optional() }),
  async ({ client, input }) => {
    await client.setSecretAsync(input.name, input.secret, { ifMatch: input.ifMatch });
  },
);

export const deleteSecret = operatorAction(z.strictObject({ name: secretName }), async ({ client, input }) => {
  await client.deleteSecretAsync(input.name);
});
