import * as approval from './approval.ts';
import type { OperationTable } from './operation.ts';
import { pageOf } from './paging.ts';

const ofTarget = ['state/read', 'tasks/read'] as const;
const ofAct = ['steps/read', 'secrets/manage', 'operators/manage', 'state/delete', 'tasks/delete'] as const;

/** What one person asks for and another one grants. */
export const approvalOperations = {
  CreateApproval: {
    summary:
      'Asks another person to grant an operation. A reveal then begins when who asked wants it; everything else is performed at the grant, once and exactly as asked.',
    resource: 'approvals',
    method: 'POST',
    path: '/v1/approvals',
    bounded: 'verb',
    scopes: 'authenticated',
    optionalScopes: [...ofTarget, ...ofAct, 'sensitive/read'],
    needsFreshProof: 'always',
    body: approval.approvalInput,
    example: {
      operation: 'CreateReveal',
      target: { storeName: 'orders', id: '4711' },
      reason: 'The customer asks which card was charged',
    },
    output: approval.approval,
    status: 201,
    errors: [
      'InsufficientScope',
      'StateNotFound',
      'StoreNotFound',
      'TaskNotFound',
      'RunNotFound',
      'BulkOperationNotFound',
      'PreconditionFailed',
    ],
    replay: 'stored',
    audit: { kind: 'approval', target: '{id}', detail: 'the operation, what it is for and the reason' },
  },
  ListApprovals: {
    summary:
      "Lists the caller's requests, and those of others that a caller with approvals/grant may see, newest first",
    resource: 'approvals',
    method: 'GET',
    path: '/v1/approvals',
    bounded: 'verb',
    scopes: 'authenticated',
    optionalScopes: ['approvals/grant', 'sensitive/reveal', ...ofTarget, ...ofAct],
    query: approval.approvalListQuery,
    output: pageOf(approval.approval),
  },
  AnswerApproval: {
    summary:
      'Grants or declines the request of another person. Needs the scopes of what is asked for, too. A grant performs it, except for a reveal.',
    resource: 'approvals',
    method: 'POST',
    path: '/v1/approvals/{id}/answer',
    bounded: 'verb',
    scopes: ['approvals/grant'],
    optionalScopes: ['sensitive/reveal', ...ofTarget, ...ofAct],
    needsFreshProof: 'always',
    params: approval.ofApproval,
    body: approval.approvalAnswer,
    example: { isGranted: true, note: 'Only the last four digits' },
    output: approval.approval,
    errors: ['ApprovalNotFound', 'InvalidTransition'],
    audit: { kind: 'approval', target: '{id}', detail: 'the answer, who asked, the note and what came of it' },
  },
  WithdrawApproval: {
    summary: "Withdraws the caller's own request, which nobody has answered yet. Nobody can answer it afterwards.",
    resource: 'approvals',
    method: 'POST',
    path: '/v1/approvals/{id}/withdraw',
    bounded: 'verb',
    scopes: 'authenticated',
    optionalScopes: [...ofTarget, ...ofAct],
    params: approval.ofApproval,
    output: approval.approval,
    isRepeatable: true,
    errors: ['ApprovalNotFound', 'InvalidTransition'],
    audit: { kind: 'approval', target: '{id}', detail: 'what was asked for' },
  },
} as const satisfies OperationTable;
