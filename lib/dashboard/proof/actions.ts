'use server';

import { z } from 'zod';
import { operatorAction } from '../access/action.ts';
import { nameOfProvider } from '../access/this-dashboard.ts';
import { requireFreshProof } from './require-proof.ts';

/** How the operator can prove again who they are, with what the sign-in provider is called. */
export const readProof = operatorAction(z.undefined(), async ({ client }) => {
  const proof = await client.getProofAsync();
  return { ...proof, providerName: proof.provider === undefined ? undefined : nameOfProvider(proof.provider) };
});

/** Proves with the password, and a recovery code in place of a passkey, that the operator is the one who signed in. */
export const proveWithPassword = operatorAction(
  z.strictObject({ password: z.string().min(1).max(1024), recoveryCode: z.string().min(1).max(64).optional() }),
  async ({ client, input }) => {
    await client.proveIdentityAsync(input);
  },
);

/** Refuses before an export with sensitive values begins, whose own answer is a file. */
export const checkProofForExport = operatorAction(z.undefined(), async ({ client, scopes }) => {
  if (scopes.includes('sensitive/read')) await requireFreshProof(client);
});
