'use server';
import { z } from 'zod';
import { valueIndexInput } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Asks for an index. Resolves with it. */
export const createValueIndex = operatorAction(valueIndexInput, ({ client, input }) =>
  client.createValueIndexAsync(input),
);

export const deleteValueIndex = operatorAction(z.strictObject({ id: z.uuid() }), async ({ client, input }) => {
  await client.deleteValueIndexAsync(input.id);
});
