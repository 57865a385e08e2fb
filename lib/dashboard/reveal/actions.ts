'use server';

import { z } from 'zod';
import { revealInput } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Shows the operator the hidden values of one entry or run for ten minutes, once for its key. */
export const createReveal = operatorAction(
  z.strictObject({ reveal: revealInput, idempotencyKey: z.uuid() }),
  async ({ client, input: { reveal, idempotencyKey } }) => {
    await client.createRevealAsync(reveal, { idempotencyKey });
  },
  'reveal',
);

/** Ends the operator's own reveal. */
export const endReveal = operatorAction(z.strictObject({ id: z.uuid() }), async ({ client, input }) => {
  await client.endRevealAsync(input.id);
});
