'use server';

import { z } from 'zod';
import { revealInput } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Shows the operator the hidden values of one entry or run for ten minutes. */
export const createReveal = operatorAction(revealInput, async ({ client, input }) => {
  await client.createRevealAsync(input);
});

/** Ends the operator's own reveal. */
export const endReveal = operatorAction(z.strictObject({ id: z.uuid() }), async ({ client, input }) => {
  await client.endRevealAsync(input.id);
});
