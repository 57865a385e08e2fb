import { z } from 'zod';
import { timestamp } from './identifiers.ts';
import { pageQuery } from './paging.ts';
import { revealTarget } from './reveal-target.ts';

/** How long a request waits for an answer, and how long a grant can be used, in hours. */
export const approvalHours = 24;

export const approvalStates = ['waiting', 'granted', 'declined', 'expired', 'used'] as const;

/** What can be asked for. */
export const approvableOperations = ['CreateReveal'] as const;

const reason = z.string().trim().min(1).max(1024);
const operation = z.enum(approvableOperations).describe('The operation that is asked for');

export const approvalInput = z.strictObject({
  operation,
  target: revealTarget,
  reason: reason.describe('Why. Who may answer the request sees it, and later who may read the entry or run'),
});

export const approvalAnswer = z.strictObject({
  isGranted: z.boolean().describe('Whether the request is granted. false: it is declined'),
  note: z.string().trim().max(1024).optional().describe('Words for the person who asked'),
});

/** A request of one person that another one answers. */
export const approval = z.object({
  id: z.string().describe('Id of the request'),
  operation,
  target: revealTarget,
  reason: z.string().describe('Why it is asked for'),
  state: z
    .enum(approvalStates)
    .describe('waiting for an answer; granted: not used yet; expired: not answered, or not used, in time'),
  askedBy: z.string().describe('Name of the caller who asked'),
  askedOn: timestamp.describe('When it was asked'),
  expiresOn: timestamp.describe('Until when it can be answered, or used once it is granted'),
  answeredBy: z.string().optional().describe('Name of the caller who answered'),
  answeredOn: timestamp.optional().describe('When it was answered'),
  note: z.string().optional().describe('Words for the person who asked'),
  usedOn: timestamp.optional().describe('When the grant was used'),
  isOwn: z.boolean().describe('Whether the caller of this request asked'),
  mayAnswer: z.boolean().describe('Whether the caller of this request may answer it now'),
});

export const ofApproval = { id: z.uuid().describe('Id of the request') };
export const approvalListQuery = z.strictObject({
  ...pageQuery,
  view: z
    .enum(['own', 'others'])
    .optional()
    .describe("own: the caller's requests. others: those of others, which need approvals/grant. Default: both"),
});

export type Approval = z.output<typeof approval>;
export type ApprovalInput = z.input<typeof approvalInput>;
export type ApprovalAnswer = z.input<typeof approvalAnswer>;
export type ApprovalState = (typeof approvalStates)[number];
