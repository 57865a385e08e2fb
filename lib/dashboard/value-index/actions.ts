'use server';
import { z } from 'zod';
import { valueIndexInput } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Asks for an index, once for its key. Resolves with it. */
export const createValueIndex = operatorAction(
  z.strictObject({ index: valueIndexInput, idempotencyKey: z.uuid() }),
  ({ client, input: { index, idempotencyKey } }) => client.createValueIndexAsync(index, { idempotencyKey }),
  'index',
);

export const deleteValueIndex = operatorAction(z.strictObject({ id: z.uuid() }), async ({ client, input }) => {
  await client.deleteValueIndexAsync(input.id);
});
