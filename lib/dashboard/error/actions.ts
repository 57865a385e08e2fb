'use server';
import { z } from 'zod';
import { errorGroupMerge, errorGroupUpdate } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Names a cause, gives it an owner, or decides about it, once for a key. */
export const updateErrorGroup = operatorAction(
  z.strictObject({
    id: z.string().min(1),
    update: errorGroupUpdate,
    ifMatch: z.string().optional(),
    idempotencyKey: z.uuid().optional(),
  }),
  async ({ client, input: { id, update, ...how } }) => {
    await client.updateErrorGroupAsync(id, update, how);
  },
  'update',
);

/** Makes other causes part of one. */
export const mergeErrorGroups = operatorAction(
  z.strictObject({ id: z.string().min(1), ids: errorGroupMerge.shape.ids }),
  async ({ client, input: { id, ids } }) => {
    await client.mergeErrorGroupsAsync(id, ids);
  },
);
