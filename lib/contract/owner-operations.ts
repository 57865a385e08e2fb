import type { OperationTable } from './operation.ts';
import * as owner from './owner.ts';
import { pageOf } from './paging.ts';

/** What belongs to an owner, an operator or a service account, with all its keys and sessions. */
export const ownerOperations = {
  ListNamespaces: {
    summary:
      'Lists who has isolated stores and locks. The header Taskdeck-Namespace then names the owner whose stores and locks a call means.',
    resource: 'namespaces',
    method: 'GET',
    path: '/v1/namespaces',
    bounded: 'refused',
    scopes: ['namespaces/manage'],
    query: owner.ownerListQuery,
    output: pageOf(owner.namespace),
  },
  ListQuotas: {
    summary: 'Lists the limits of operators and service accounts, and what they use of them',
    resource: 'quotas',
    method: 'GET',
    path: '/v1/quotas',
    bounded: 'refused',
    scopes: ['quotas/manage'],
    query: owner.ownerListQuery,
    output: pageOf(owner.quota),
  },
  SetQuota: {
    summary: 'Sets the limits of one owner. Omitted fields are cleared: the limits of the deployment then apply.',
    resource: 'quotas',
    method: 'PUT',
    mayCreate: true,
    isOpenBeyondBytes: true,
    path: '/v1/quotas/{owner}',
    bounded: 'refused',
    scopes: ['quotas/manage'],
    params: { owner: owner.ownerName },
    body: owner.quotaInput,
    example: { requestsPerSecond: 50, queuedTasks: 10_000 },
    output: owner.quota,
    isConditional: true,
    errors: ['OwnerNotFound'],
    replay: 'now',
    audit: { kind: 'quota', target: '{owner}', detail: 'the limits' },
  },
} as const satisfies OperationTable;
