'use server';
import { z } from 'zod';
import { ifMatch, viewInput, viewUpdateInput } from '#contract';
import { operatorAction } from '../access/action.ts';

const ofView = { id: z.uuid() };

/** Makes a view, once for its key. Resolves with it. */
export const createView = operatorAction(
  z.strictObject({ view: viewInput, idempotencyKey: z.uuid() }),
  ({ client, input: { view, idempotencyKey } }) => client.createViewAsync(view, { idempotencyKey }),
  'view',
);

/** Changes or moves a view, once for a key. */
export const updateView = operatorAction(
  z.strictObject({
    ...ofView,
    update: viewUpdateInput,
    ifMatch: ifMatch.optional(),
    idempotencyKey: z.uuid().optional(),
  }),
  ({ client, input: { id, update, ...how } }) => client.updateViewAsync(id, update, how),
  'update',
);

export const deleteView = operatorAction(z.strictObject(ofView), async ({ client, input }) => {
  await client.deleteViewAsync(input.id);
});
