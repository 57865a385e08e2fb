'use server';
import { z } from 'zod';
import { alertInput, alertPreviewInput, alertUpdateInput, ofAlert } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Makes an alert, once for its key. Resolves with its id. */
export const createAlert = operatorAction(
  z.strictObject({ alert: alertInput, idempotencyKey: z.uuid() }),
  async ({ client, input: { alert, idempotencyKey } }) => (await client.createAlertAsync(alert, { idempotencyKey })).id,
  'alert',
);

/** Returns what an alert with a condition would tell of. */
export const previewAlert = operatorAction(alertPreviewInput, ({ client, input }) =>
  client.previewAlertAsync(input.condition),
);

/** Changes, mutes, enables or disables an alert, once for a key. */
export const updateAlert = operatorAction(
  z.strictObject({
    ...ofAlert,
    update: alertUpdateInput,
    ifMatch: z.string().optional(),
    idempotencyKey: z.uuid().optional(),
  }),
  async ({ client, input: { id, update, ...how } }) => {
    await client.updateAlertAsync(id, update, how);
  },
  'update',
);

export const deleteAlert = operatorAction(z.strictObject(ofAlert), async ({ client, input }) => {
  await client.deleteAlertAsync(input.id);
});

/** Sends a test notice to all channels of an alert, once for a key. */
export const testAlert = operatorAction(
  z.strictObject({ ...ofAlert, idempotencyKey: z.uuid() }),
  async ({ client, input: { id, idempotencyKey } }) => {
    await client.testAlertAsync(id, { idempotencyKey });
  },
);
