'use server';

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Invitation, operatorInput, operatorUpdateInput } from '#contract';
import { operatorAction } from '../access/action.ts';
import { dashboardConfig } from '../config.ts';

const id = z.uuid();
/** The entity tag of the operator that was shown, where a form was filled from it. */
const ifMatch = z.string().optional();

/** Creates an operator, once for its key, and a link to set the password with, which this answer alone contains. */
export const createOperator = operatorAction(
  z.strictObject({
    operator: operatorInput.pick({ email: true, name: true, scopes: true, bounds: true }),
    idempotencyKey: z.uuid(),
  }),
  async ({ client, input: { operator, idempotencyKey } }) => {
    const { id, email } = await client.createOperatorAsync(operator, { idempotencyKey });
    return { email, link: linkOf(await client.inviteOperatorAsync(id)) };
  },
  'operator',
);

/** Creates another link for an operator. An earlier one stops working. */
export const inviteOperator = operatorAction(z.strictObject({ id }), async ({ client, input }) => ({
  link: linkOf(await client.inviteOperatorAsync(input.id)),
}));

/** Revokes the link of an operator. */
export const revokeInvitation = operatorAction(z.strictObject({ id }), async ({ client, input }) => {
  await client.revokeInvitationAsync(input.id);
});

/** Browsers send no part after `#` to a server, so the token is in no log. */
function linkOf({ token }: Invitation): string {
  return new URL(`/invitation#${token}`, dashboardConfig().publicUrl ?? 'http://localhost').href;
}

/** Changes name, scopes, or whether the operator may sign in, once for a key. */
export const updateOperator = operatorAction(
  z.strictObject({
    id,
    ifMatch,
    idempotencyKey: z.uuid().optional(),
    change: operatorUpdateInput.pick({ name: true, scopes: true, bounds: true, isDisabled: true }),
  }),
  async ({ client, input: { id, change, ...how } }) => {
    await client.updateOperatorAsync(id, change, how);
  },
  'change',
);

/** Replaces the password by a generated one, which ends the operator's sessions and has to be changed. */
export const resetPassword = operatorAction(z.strictObject({ id }), async ({ client, input }) => {
  const password = generatePassword();
  const { email } = await client.updateOperatorAsync(input.id, { password, mustChangePassword: true });
  return { email, password };
});

/** Removes the passkeys and recovery codes of an operator who has lost them. */
export const resetPasskeys = operatorAction(z.strictObject({ id }), async ({ client, input }) => {
  await client.deletePasskeysOfAsync(input.id);
});

export const deleteOperator = operatorAction(z.strictObject({ id }), async ({ client, input }) => {
  await client.deleteOperatorAsync(input.id);
});

/** 144 random bits in 24 characters. */
function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}
