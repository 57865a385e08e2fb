import { z } from 'zod';
import { secretInput, secretName } from './access.ts';
import { bulkOperationInput } from './bulk.ts';
import { storeName, timestamp } from './identifiers.ts';
import { pageQuery } from './paging.ts';
import { revealTarget } from './reveal-target.ts';
import { stateBulkDeleteInput, storePolicy } from './state.ts';
import { jsonValue } from './task.ts';

/** How long a request waits for an answer, and how long a grant can be used, in hours. */
export const approvalHours = 24;

export const approvalStates = ['waiting', 'granted', 'declined', 'withdrawn', 'expired', 'used', 'failed'] as const;

const reason = z
  .string()
  .trim()
  .min(1)
  .max(1024)
  .describe('Why. Who may answer the request sees it, and of a reveal later who may read the entry or run');
const asking = <Name extends string>(name: Name) => ({
  operation: z.literal(name).describe('The operation that is asked for'),
  reason,
});
const ofSecret = z.strictObject({ name: secretName }).describe('The parameters of its path');
const ofStore = z.strictObject({ storeName }).describe('The parameters of its path');
const bodyWords = 'Its body';
const ifMatch = z
  .string()
  .min(3)
  .max(66)
  .optional()
  .describe('Asks only for what still has this entity tag, as If-Match does');

/** What can be asked for: a reveal, or an operation exactly as it is to be performed once somebody grants it. */
export const approvalInput = z.discriminatedUnion('operation', [
  z.strictObject({ ...asking('CreateReveal'), target: revealTarget }),
  z.strictObject({
    ...asking('SetSecret'),
    params: ofSecret,
    body: secretInput.describe(bodyWords),
    ifMatch,
    ifNoneMatch: z.literal('*').optional().describe('Asks only for a new secret, as If-None-Match does'),
  }),
  z.strictObject({ ...asking('DeleteSecret'), params: ofSecret, ifMatch }),
  z.strictObject({ ...asking('SetStorePolicy'), params: ofStore, body: storePolicy.describe(bodyWords), ifMatch }),
  z.strictObject({ ...asking('DeleteBulkState'), params: ofStore, body: stateBulkDeleteInput.describe(bodyWords) }),
  z.strictObject({ ...asking('CreateBulkOperation'), body: bulkOperationInput.describe(bodyWords) }),
]);

/** The operations that can be asked for. */
export const approvableOperations = [
  'CreateReveal',
  'SetSecret',
  'DeleteSecret',
  'SetStorePolicy',
  'DeleteBulkState',
  'CreateBulkOperation',
] as const;

export const approvalAnswer = z.strictObject({
  isGranted: z.boolean().describe('Whether the request is granted. false: it is declined'),
  note: z.string().trim().max(1024).optional().describe('Words for the person who asked'),
});

/** What an operation would do, in words. Never the value of a secret. */
export const askedFor = z.object({
  what: z.string().describe('What would be done, such as "Set the secret PSP_KEY"'),
  facts: z.array(z.string()).describe('How it would be done'),
  actsOn: z
    .object({
      storeName: storeName.optional().describe('The store of the entries. Omitted for tasks'),
      ids: z.array(z.string()).describe('Their ids, up to 1,000'),
      total: z.number().int().describe('How many there are'),
    })
    .optional()
    .describe('Of a delete: the entries or tasks that it would delete'),
  before: jsonValue.optional().describe('What it would change, as it was when it was asked for'),
  after: jsonValue.optional().describe('The same afterwards'),
});

/** A request of one person that another one answers. */
export const approval = z.object({
  id: z.string().describe('Id of the request'),
  operation: z.enum(approvableOperations).describe('The operation that is asked for'),
  target: revealTarget.optional().describe('Of a reveal: the entry of a shared store, or the run'),
  asked: askedFor.optional().describe('Of other operations: what is asked for. Only for who may do it'),
  reason: z.string().describe('Why it is asked for'),
  state: z
    .enum(approvalStates)
    .describe(
      'waiting for an answer; granted: not used yet, or being performed; withdrawn: by who asked, before an answer; expired: not answered, or not used, in time; used: the reveal has begun, or the operation was performed; failed: it was granted and refused, see outcome',
    ),
  askedBy: z.string().describe('Name of the caller who asked'),
  askedOn: timestamp.describe('When it was asked'),
  expiresOn: timestamp.describe('Until when it can be answered, or used once it is granted'),
  answeredBy: z.string().optional().describe('Name of the caller who answered'),
  answeredOn: timestamp.optional().describe('When it was answered'),
  note: z.string().optional().describe('Words for the person who asked'),
  usedOn: timestamp.optional().describe('When the grant was used, or the operation performed or refused'),
  outcome: z.string().optional().describe('What came of the operation that was granted'),
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

export type ParsedApproval = z.output<typeof approvalInput>;
export type AskedFor = z.output<typeof askedFor>;
export type Approval = z.output<typeof approval>;
export type ApprovalInput = z.input<typeof approvalInput>;
export type ApprovalAnswer = z.input<typeof approvalAnswer>;
export type ApprovalState = (typeof approvalStates)[number];
