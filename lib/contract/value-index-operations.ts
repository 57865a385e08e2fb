import { z } from 'zod';
import type { OperationTable } from './operation.ts';
import { pageOf } from './paging.ts';
import * as index from './value-index.ts';

/** Indexes of values of tasks, by which lists are sorted and inputs found. */
export const valueIndexOperations = {
  ListValueIndexes: {
    summary:
      'Lists the indexes of values in inputs and outputs, by which lists of tasks are sorted and inputs found, with the state of each',
    resource: 'value-indexes',
    method: 'GET',
    path: '/v1/value-indexes',
    bounded: 'verb',
    scopes: ['tasks/read'],
    query: index.valueIndexListQuery,
    output: pageOf(index.valueIndex),
  },
  CreateValueIndex: {
    summary:
      'Asks for an index of the values at a path, which is built in the background. Returns the one that exists, if any.',
    resource: 'value-indexes',
    method: 'POST',
    path: '/v1/value-indexes',
    bounded: 'refused',
    scopes: ['operators/manage'],
    body: index.valueIndexInput,
    example: { path: '/input/total', type: 'order.fulfil' },
    output: index.valueIndex,
    status: 201,
    errors: ['LimitExceeded'],
    replay: 'stored',
    audit: { kind: 'valueIndex', target: '{id}', detail: 'its path and type' },
  },
  DeleteValueIndex: {
    summary: 'Deletes an index, also while it is being built',
    resource: 'value-indexes',
    method: 'DELETE',
    path: '/v1/value-indexes/{id}',
    bounded: 'refused',
    scopes: ['operators/manage'],
    params: { id: z.uuid().describe('Id of the index') },
    audit: { kind: 'valueIndex', target: '{id}' },
  },
} as const satisfies OperationTable;
