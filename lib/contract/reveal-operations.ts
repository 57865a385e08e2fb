import type { OperationTable } from './operation.ts';
import { pageOf } from './paging.ts';
import * as reveal from './reveal.ts';

const ofTarget = ['state/read', 'tasks/read'] as const;

/** Hidden values of one entry or run, shown for ten minutes and for a reason. */
export const revealOperations = {
  CreateReveal: {
    summary:
      'Shows the caller the hidden values of one entry or run for ten minutes. Returns no value. Needs sensitive/reveal, or a granted request.',
    resource: 'reveals',
    method: 'POST',
    path: '/v1/reveals',
    bounded: 'verb',
    scopes: 'authenticated',
    needsApproval: 'reveal',
    optionalScopes: ['sensitive/reveal', ...ofTarget],
    needsFreshProof: 'always',
    body: reveal.revealInput,
    example: {
      target: { taskId: 'order-4711', runCount: 1 },
      reason: 'The customer asks which card was charged',
    },
    output: reveal.reveal,
    status: 201,
    errors: [
      'InsufficientScope',
      'StateNotFound',
      'StoreNotFound',
      'TaskNotFound',
      'RunNotFound',
      'ApprovalNotFound',
      'InvalidTransition',
    ],
    replay: 'stored',
    audit: { kind: 'reveal', detail: 'the sensitive pointers and the reason' },
  },
  ListReveals: {
    summary: 'Lists who sees the hidden values of one entry or run, or saw them, newest first',
    resource: 'reveals',
    method: 'GET',
    path: '/v1/reveals',
    bounded: 'verb',
    scopes: 'authenticated',
    optionalScopes: ofTarget,
    query: reveal.revealListQuery,
    output: pageOf(reveal.reveal),
    errors: ['InsufficientScope'],
  },
  GetRevealed: {
    summary: "Returns the entry, the run or a step of the run with the values of the caller's own reveal",
    resource: 'reveals',
    method: 'GET',
    path: '/v1/reveals/{id}/values',
    bounded: 'verb',
    scopes: 'authenticated',
    optionalScopes: ['sensitive/reveal', ...ofTarget, 'steps/read'],
    params: reveal.ofReveal,
    query: reveal.revealedQuery,
    output: reveal.revealed,
    errors: [
      'InsufficientScope',
      'RevealNotFound',
      'StateNotFound',
      'StoreNotFound',
      'TaskNotFound',
      'RunNotFound',
      'StepNotFound',
    ],
  },
  EndReveal: {
    summary: "Ends the caller's own reveal before its time",
    resource: 'reveals',
    method: 'DELETE',
    path: '/v1/reveals/{id}',
    bounded: 'nothing',
    scopes: 'authenticated',
    params: reveal.ofReveal,
    audit: { kind: 'reveal', detail: 'whether there was one' },
  },
} as const satisfies OperationTable;
