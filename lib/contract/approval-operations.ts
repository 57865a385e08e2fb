import * as approval from './approval.ts';
import { defineOperations } from './operation.ts';
import { pageOf } from './paging.ts';

const ofTarget = ['state/read', 'tasks/read'] as const;

/** What one person asks for and another one grants. */
export const approvalOperations = defineOperations({
  CreateApproval: {
    summary: 'Asks another person to grant an operation, such as a reveal. Who asked does it once it is granted.',
    resource: 'approvals',
    method: 'POST',
    path: '/v1/approvals',
    scopes: 'authenticated',
    optionalScopes: ofTarget,
    body: approval.approvalInput,
    output: approval.approval,
    status: 201,
    errors: ['InsufficientScope', 'StateNotFound', 'TaskNotFound', 'RunNotFound'],
    replay: 'stored',
    audit: { kind: 'approval', target: '{id}', detail: 'the operation, what it is for and the reason' },
  },
  ListApprovals: {
    summary:
      "Lists the caller's requests, and those of others that a caller with approvals/grant may see, newest first",
    resource: 'approvals',
    method: 'GET',
    path: '/v1/approvals',
    scopes: 'authenticated',
    optionalScopes: ['approvals/grant', 'sensitive/reveal', ...ofTarget],
    query: approval.approvalListQuery,
    output: pageOf(approval.approval),
  },
  AnswerApproval: {
    summary: 'Grants or declines the request of another person. Needs the scopes of what is asked for, too.',
    resource: 'approvals',
    method: 'POST',
    path: '/v1/approvals/{id}/answer',
    scopes: ['approvals/grant'],
    optionalScopes: ['sensitive/reveal', ...ofTarget],
    needsFreshProof: 'always',
    params: approval.ofApproval,
    body: approval.approvalAnswer,
    output: approval.approval,
    errors: ['ApprovalNotFound', 'InvalidTransition'],
    audit: { kind: 'approval', target: '{id}', detail: 'the answer, who asked and the note' },
  },
});
