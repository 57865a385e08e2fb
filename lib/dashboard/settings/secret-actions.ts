'use server';

import { z } from 'zod';
import { secretInput, secretName } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Sets a secret's value, and who may use it. */
export const setSecret = operatorAction(
  z.strictObject({ name: secretName, secret: secretInput }),
  async ({ client, input }) => {
    await client.setSecretAsync(input.name, input.secret);
  },
);

export const deleteSecret = operatorAction(z.strictObject({ name: secretName }), async ({ client, input }) => {
  await client.deleteSecretAsync(input.name);
});
