'use server';

import { z } from 'zod';
import { apiKeyInput, apiKeyRotation } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Creates a key, once for its idempotency key. This answer alone contains its secret. */
export const createApiKey = operatorAction(
  z.strictObject({ apiKey: apiKeyInput, idempotencyKey: z.uuid() }),
  ({ client, input: { apiKey, idempotencyKey } }) => client.createApiKeyAsync(apiKey, { idempotencyKey }),
  'apiKey',
);

/** Replaces a key by a new one, which this answer alone contains; the old one ends after the overlap. Once for its idempotency key. */
export const rotateApiKey = operatorAction(
  apiKeyRotation.extend({ id: z.uuid(), idempotencyKey: z.uuid() }),
  ({ client, input: { id, idempotencyKey, ...rotation } }) =>
    client.rotateApiKeyAsync(id, rotation, { idempotencyKey }),
);

/** Revokes a key: it is refused from now on. */
export const revokeApiKey = operatorAction(z.strictObject({ id: z.uuid() }), async ({ client, input }) => {
  await client.deleteApiKeyAsync(input.id);
});
