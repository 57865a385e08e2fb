'use server';

import { z } from 'zod';
import { operatorAction } from '../access/action.ts';

/** Ends one session of the operator. */
export const endSession = operatorAction(z.strictObject({ id: z.uuid() }), async ({ client, input }) => {
  await client.endSessionAsync(input.id);
});

/** Ends all sessions of the operator except this one, or all of another operator. */
export const endSessions = operatorAction(
  z.strictObject({ operatorId: z.uuid().optional() }),
  async ({ client, input }) => {
    await client.endSessionsAsync(input);
  },
);
