'use server';
import { z } from 'zod';
import { bulkOperationInput, taskId } from '#contract';
import { operatorAction } from '../access/action.ts';
import { actionFrom, plannedAction, plannedSelection, selectionFrom } from './planned-action.ts';

/** Counts what an operation would act on. Changes nothing. */
export const previewBulk = operatorAction(
  z.strictObject({ action: plannedAction, selection: plannedSelection }),
  ({ client, input: { action, selection } }) =>
    client.previewBulkOperationAsync({ action: actionFrom(action), selection: selectionFrom(selection) }),
);

/** Creates an operation on many tasks. A key makes a repeated request find the first one's operation. */
export const createBulk = operatorAction(
  z.strictObject({
    ...bulkOperationInput.omit({ action: true, selection: true }).shape,
    action: plannedAction,
    selection: plannedSelection,
    idempotencyKey: z.string(),
  }),
  ({ client, input: { action, selection, idempotencyKey, ...rest } }) =>
    client.createBulkOperationAsync(
      { ...rest, action: actionFrom(action), selection: selectionFrom(selection) },
      { idempotencyKey },
    ),
);

/** Pauses, resumes or stops an operation. */
export const commandBulk = operatorAction(
  z.strictObject({ id: taskId, command: z.enum(['pause', 'resume', 'stop']) }),
  ({ client, input: { id, command } }) => {
    if (command === 'pause') return client.pauseBulkOperationAsync(id);
    return command === 'resume' ? client.resumeBulkOperationAsync(id) : client.stopBulkOperationAsync(id);
  },
);
