'use server';

import { z } from 'zod';
import { approvalAnswer, approvalInput, bulkOperationInput, ofApproval, storeName, storePolicy } from '#contract';
import { operatorAction } from '../access/action.ts';
import { actionFrom, plannedAction, plannedSelection, selectionFrom } from '../bulk/planned-action.ts';
import { parsedJson } from '../state/parsed-json.ts';

const idempotencyKey = z.uuid();

/** Asks another person to grant a reveal, or something that waits for a second person. */
export const askForApproval = operatorAction(
  z.strictObject({ approval: approvalInput, idempotencyKey }),
  async ({ client, input: { approval, idempotencyKey } }) => {
    await client.createApprovalAsync(approval, { idempotencyKey });
  },
  'approval',
);

/** Asks another person to grant a bulk operation, given as `createBulk` takes it. */
export const askForBulk = operatorAction(
  z.strictObject({
    ...bulkOperationInput.omit({ action: true, selection: true, reason: true }).shape,
    action: plannedAction,
    selection: plannedSelection,
    why: z.string().optional(),
    reason: z.string(),
    idempotencyKey,
  }),
  async ({ client, input: { action, selection, why, reason, idempotencyKey, ...rest } }) => {
    const body = {
      ...rest,
      ...(why !== undefined && { reason: why }),
      ...{ action: actionFrom(action), selection: selectionFrom(selection) },
    };
    await client.createApprovalAsync({ operation: 'CreateBulkOperation', body, reason }, { idempotencyKey });
  },
);

/** Asks another person to grant a policy, given as JSON text. */
export const askForPolicy = operatorAction(
  z.strictObject({
    storeName,
    policy: z.string().max(1_048_576),
    ifMatch: z.string().optional(),
    reason: z.string(),
    idempotencyKey,
  }),
  async ({ client, input: { reason, policy, ifMatch, idempotencyKey, ...params } }) => {
    const body = storePolicy.parse(parsedJson(policy));
    await client.createApprovalAsync(
      { operation: 'SetStorePolicy', params, body, ifMatch, reason },
      { idempotencyKey },
    );
  },
);

/** Withdraws the operator's own request, which nobody has answered yet. */
export const withdrawApproval = operatorAction(z.strictObject(ofApproval), async ({ client, input }) => {
  await client.withdrawApprovalAsync(input.id);
});

/** Grants or declines the request of another person. Resolves with the request afterwards. */
export const answerApproval = operatorAction(
  approvalAnswer.extend(ofApproval),
  async ({ client, input: { id, ...answer } }) => {
    const { state, outcome } = await client.answerApprovalAsync(id, answer);
    return { state, outcome };
  },
);
