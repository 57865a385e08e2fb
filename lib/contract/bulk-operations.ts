import { z } from 'zod';
import * as bulk from './bulk.ts';
import { reasonInput } from './history.ts';
import { taskId } from './identifiers.ts';
import type { OperationTable } from './operation.ts';
import { pageOf, pageQuery } from './paging.ts';

const ofOperation = { id: taskId };
const acting = ['tasks/update', 'tasks/delete', 'events/create'] as const;

const command = {
  resource: 'bulk',
  method: 'POST',
  scopes: ['tasks/read'],
  optionalScopes: acting,
  params: ofOperation,
  body: reasonInput,
  isBodyOptional: true,
  output: bulk.bulkOperation,
  errors: ['BulkOperationNotFound', 'InvalidTransition'],
  replay: 'now',
  audit: { kind: 'bulkOperation', target: '{id}', detail: 'the reason given' },
} as const;

/** Actions on many tasks. Each also needs the scope of its action. */
export const bulkOperations = {
  PreviewBulkOperation: {
    summary: 'Returns what a bulk operation would act on, and changes nothing',
    resource: 'bulk',
    method: 'POST',
    path: '/v1/bulk-previews',
    bounded: 'verb',
    scopes: ['tasks/read'],
    optionalScopes: ['sensitive/read', 'steps/read'],
    body: bulk.bulkPreviewInput,
    example: { action: { kind: 'rerun' }, selection: { filter: { status: ['failed'], type: ['order.*'] } } },
    output: bulk.bulkPreview,
    takesTurn: true,
    isRepeatable: true,
    errors: ['BulkOperationNotFound'],
  },
  CreateBulkOperation: {
    summary: 'Acts on many tasks, in the background. Also needs the scope of the action.',
    resource: 'bulk',
    method: 'POST',
    path: '/v1/bulk-operations',
    bounded: 'verb',
    scopes: ['tasks/read'],
    needsApproval: 'bulk-delete',
    needsFreshProof: 'toDeleteMany',
    optionalScopes: [...acting, 'steps/read'],
    body: bulk.bulkOperationInput,
    example: {
      action: { kind: 'rerun' },
      selection: { filter: { status: ['failed'], type: ['order.*'] } },
      reason: 'The payment provider answers again',
      stages: [1, 10],
      maximumFailures: 2,
      tasksPerSecond: 50,
    },
    output: bulk.bulkOperation,
    status: 201,
    errors: ['BulkOperationNotFound'],
    replay: 'stored',
    audit: { kind: 'bulkOperation', target: '{id}', detail: 'the action and the reason given' },
  },
  ListBulkOperations: {
    summary: 'Lists bulk operations, newest first',
    resource: 'bulk',
    method: 'GET',
    path: '/v1/bulk-operations',
    bounded: 'verb',
    scopes: ['tasks/read'],
    query: bulk.bulkOperationListQuery,
    output: pageOf(bulk.bulkOperation),
  },
  GetBulkOperation: {
    summary: 'Returns a bulk operation',
    resource: 'bulk',
    method: 'GET',
    path: '/v1/bulk-operations/{id}',
    bounded: 'verb',
    scopes: ['tasks/read'],
    params: ofOperation,
    output: bulk.bulkOperation,
    errors: ['BulkOperationNotFound'],
  },
  ListBulkResults: {
    summary: 'Lists what became of each task of a bulk operation',
    resource: 'bulk',
    method: 'GET',
    path: '/v1/bulk-operations/{id}/results',
    bounded: 'verb',
    scopes: ['tasks/read'],
    params: ofOperation,
    query: bulk.bulkResultListQuery,
    output: pageOf(bulk.bulkResult),
    errors: ['BulkOperationNotFound'],
  },
  ListBulkCauses: {
    summary: 'Lists why tasks of a bulk operation were refused or failed, most frequent first',
    resource: 'bulk',
    method: 'GET',
    path: '/v1/bulk-operations/{id}/causes',
    bounded: 'verb',
    scopes: ['tasks/read'],
    params: ofOperation,
    query: z.strictObject(pageQuery),
    output: pageOf(bulk.bulkCause),
    errors: ['BulkOperationNotFound'],
  },
  PauseBulkOperation: {
    ...command,
    summary: 'Pauses a bulk operation. No task is acted on until it is resumed.',
    path: '/v1/bulk-operations/{id}/pause',
    bounded: 'verb',
    example: { reason: 'To look at the first results' },
  },
  ResumeBulkOperation: {
    ...command,
    summary: 'Resumes a paused bulk operation',
    path: '/v1/bulk-operations/{id}/resume',
    bounded: 'verb',
    example: { reason: 'The first results are good' },
  },
  StopBulkOperation: {
    ...command,
    summary: 'Stops a bulk operation for good. What it has done stays.',
    path: '/v1/bulk-operations/{id}/stop',
    bounded: 'verb',
    example: { reason: 'The wrong tasks' },
  },
} as const satisfies OperationTable;
