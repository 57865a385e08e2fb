import * as errorGroup from './error-group.ts';
import type { OperationTable } from './operation.ts';
import { laggingPageOf } from './paging.ts';

const seeing = ['sensitive/read'] as const;

/** Failures, grouped by cause. */
export const errorOperations = {
  ListErrorGroups: {
    summary: 'Lists the causes of failures, each with its occurrences',
    resource: 'errors',
    method: 'GET',
    path: '/v1/error-groups',
    mayLag: true,
    bounded: 'verb',
    scopes: ['tasks/read'],
    optionalScopes: seeing,
    query: errorGroup.errorGroupListQuery,
    output: laggingPageOf(errorGroup.errorGroup),
  },
  GetErrorGroup: {
    summary: 'Returns one cause of failures, with its latest error and the versions that had it',
    resource: 'errors',
    method: 'GET',
    path: '/v1/error-groups/{id}',
    bounded: 'verb',
    scopes: ['tasks/read'],
    optionalScopes: seeing,
    params: errorGroup.ofErrorGroup,
    query: errorGroup.errorGroupQuery,
    output: errorGroup.errorGroupDetails,
    errors: ['ErrorGroupNotFound'],
  },
  GetErrorRemedies: {
    summary: 'Returns how reruns and forks went after failures with one cause',
    resource: 'errors',
    method: 'GET',
    path: '/v1/error-groups/{id}/remedies',
    bounded: 'verb',
    scopes: ['tasks/read'],
    params: errorGroup.ofErrorGroup,
    output: errorGroup.errorRemedies,
    errors: ['ErrorGroupNotFound'],
  },
  UpdateErrorGroup: {
    summary: 'Names a group of failures, gives it an owner, resolves, mutes or opens it',
    resource: 'errors',
    method: 'PATCH',
    path: '/v1/error-groups/{id}',
    bounded: 'verb',
    scopes: ['tasks/update'],
    params: errorGroup.ofErrorGroup,
    body: errorGroup.errorGroupUpdate,
    example: { owner: 'ada@example.com', status: 'resolved', resolvedInVersion: '2.4.0' },
    errors: ['ErrorGroupNotFound'],
    isConditional: true,
    replay: 'done',
    audit: { kind: 'errorGroup', target: '{id}', detail: 'the names of the fields and the status' },
  },
  MergeErrorGroups: {
    summary: 'Makes groups of failures with the same cause part of one group',
    resource: 'errors',
    method: 'POST',
    path: '/v1/error-groups/{id}/merge',
    bounded: 'verb',
    scopes: ['tasks/update'],
    params: errorGroup.ofErrorGroup,
    body: errorGroup.errorGroupMerge,
    example: { ids: ['2-9f1c04a27be35d68'] },
    errors: ['ErrorGroupNotFound'],
    replay: 'done',
    audit: { kind: 'errorGroup', target: '{id}', detail: 'the ids of the other groups' },
  },
} as const satisfies OperationTable;
