'use server';

import { approvalAnswer, approvalInput, ofApproval } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Asks another person to grant a reveal. */
export const askForApproval = operatorAction(approvalInput, async ({ client, input }) => {
  await client.createApprovalAsync(input);
});

/** Grants or declines the request of another person. */
export const answerApproval = operatorAction(
  approvalAnswer.extend(ofApproval),
  async ({ client, input: { id, ...answer } }) => {
    await client.answerApprovalAsync(id, answer);
  },
);
