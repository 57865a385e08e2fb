'use server';
import { z } from 'zod';
import { errorGroupUpdate } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Names a cause, gives it an owner, or decides about it. */
export const updateErrorGroup = operatorAction(
  z.strictObject({ id: z.string().min(1), update: errorGroupUpdate }),
  async ({ client, input: { id, update } }) => {
    await client.updateErrorGroupAsync(id, update);
  },
);
