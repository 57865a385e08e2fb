'use server';

import { z } from 'zod';
import { passkeyInput, passkeyUpdateInput, passkeyUse } from '#contract';
import { operatorAction } from '../access/action.ts';

const id = z.uuid();

/** What the browser needs to make a passkey. */
export const beginPasskey = operatorAction(z.undefined(), ({ client }) => client.beginPasskeyAsync());

/** Adds the passkey that the browser has made. */
export const addPasskey = operatorAction(passkeyInput, ({ client, input }) => client.addPasskeyAsync(input));

export const renamePasskey = operatorAction(
  passkeyUpdateInput.extend({ id }),
  async ({ client, input: { id: passkeyId, name } }) => {
    await client.updatePasskeyAsync(passkeyId, { name });
  },
);

export const removePasskey = operatorAction(z.strictObject({ id }), async ({ client, input }) => {
  await client.deletePasskeyAsync(input.id);
});

/** Makes new recovery codes, which this answer alone contains. */
export const createRecoveryCodes = operatorAction(z.undefined(), ({ client }) => client.createRecoveryCodesAsync());

/** What the browser needs to prove with a passkey who the operator is. */
export const beginPasskeyProof = operatorAction(z.undefined(), ({ client }) => client.beginPasskeyProofAsync());

/** Proves with a passkey that the operator is the one who signed in. */
export const proveWithPasskey = operatorAction(passkeyUse, async ({ client, input }) => {
  await client.proveIdentityAsync({ passkey: input });
});
