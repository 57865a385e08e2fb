'use server';

import { z } from 'zod';
import { apiKeyInput, apiKeyRotation } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Creates a key. This answer alone contains its secret. */
export const createApiKey = operatorAction(apiKeyInput, ({ client, input }) => client.createApiKeyAsync(input));

/** Replaces a key by a new one, which this answer alone contains; the old one ends after the overlap. */
export const rotateApiKey = operatorAction(
  apiKeyRotation.extend({ id: z.uuid() }),
  ({ client, input: { id, ...rotation } }) => client.rotateApiKeyAsync(id, rotation),
);

/** Revokes a key: it is refused from now on. */
export const revokeApiKey = operatorAction(z.strictObject({ id: z.uuid() }), async ({ client, input }) => {
  await client.deleteApiKeyAsync(input.id);
});
