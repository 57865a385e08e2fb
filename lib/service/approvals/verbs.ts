import type { Verbs } from '../verb.ts';
import { answerApproval } from './answer.ts';
import { createApproval } from './create.ts';
import { listApprovals } from './list.ts';
import { withdrawApproval } from './withdraw.ts';

/** The verbs of the operations on approvals. */
export const approvalVerbs = {
  CreateApproval: createApproval,
  ListApprovals: listApprovals,
  AnswerApproval: answerApproval,
  WithdrawApproval: withdrawApproval,
} satisfies Partial<Verbs>;
