'use server';

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { operatorInput, operatorUpdateInput } from '#contract';
import { operatorAction } from '../access/action.ts';

const id = z.uuid();

/** Creates an operator with a generated password, which this answer alone contains and which has to be changed. */
export const createOperator = operatorAction(
  operatorInput.pick({ email: true, name: true, scopes: true }),
  async ({ client, input }) => {
    const password = generatePassword();
    await client.createOperatorAsync({ ...input, password, mustChangePassword: true });
    return { email: input.email, password };
  },
);

/** Changes name, scopes, or whether the operator may sign in. */
export const updateOperator = operatorAction(
  z.strictObject({ id, change: operatorUpdateInput.pick({ name: true, scopes: true, isDisabled: true }) }),
  async ({ client, input }) => {
    await client.updateOperatorAsync(input.id, input.change);
  },
);

/** Replaces the password by a generated one, which ends the operator's sessions and has to be changed. */
export const resetPassword = operatorAction(z.strictObject({ id }), async ({ client, input }) => {
  const password = generatePassword();
  const { email } = await client.updateOperatorAsync(input.id, { password, mustChangePassword: true });
  return { email, password };
});

export const deleteOperator = operatorAction(z.strictObject({ id }), async ({ client, input }) => {
  await client.deleteOperatorAsync(input.id);
});

/** 144 random bits in 24 characters. */
function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}
