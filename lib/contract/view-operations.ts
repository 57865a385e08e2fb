import { z } from 'zod';
import type { OperationTable } from './operation.ts';
import { pageOf } from './paging.ts';
import * as view from './view.ts';

const ofView = { id: z.uuid().describe('Id of the view') };
/** What it takes to read the lists, of which a caller may have some. */
const ofLists = ['tasks/read', 'logs/read', 'state/read'] as const;
const changing = [...ofLists, 'operators/manage'] as const;

/** Saved filters of lists, private or shared, and counts of what matches filters. */
export const viewOperations = {
  ListViews: {
    summary: "Lists the caller's views in their order, then those that others share. Needs the scope of each list.",
    resource: 'views',
    method: 'GET',
    path: '/v1/views',
    bounded: 'verb',
    scopes: 'authenticated',
    optionalScopes: changing,
    query: view.viewListQuery,
    output: pageOf(view.view),
  },
  CreateView: {
    summary: 'Creates a view of a list that the caller may read',
    resource: 'views',
    method: 'POST',
    path: '/v1/views',
    bounded: 'verb',
    scopes: 'authenticated',
    optionalScopes: ofLists,
    body: view.viewInput,
    example: {
      list: 'tasks',
      name: 'Failed orders',
      filter: 'status:failed type:order.*',
      settings: { sort: 'endedOn desc' },
      isShared: true,
    },
    output: view.view,
    status: 201,
    errors: ['InsufficientScope', 'LimitExceeded'],
    replay: 'stored',
    audit: { kind: 'view', target: '{id}', detail: 'its list and whether it is shared' },
  },
  UpdateView: {
    summary: "Changes or moves a view of the caller. With operators/manage, also changes others' shared views.",
    resource: 'views',
    method: 'PATCH',
    path: '/v1/views/{id}',
    bounded: 'verb',
    scopes: 'authenticated',
    optionalScopes: changing,
    params: ofView,
    body: view.viewUpdateInput,
    example: { name: 'Failed orders of today', filter: 'status:failed type:order.* ended:today' },
    output: view.view,
    isConditional: true,
    errors: ['ViewNotFound', 'InsufficientScope'],
    replay: 'stored',
    audit: { kind: 'view', target: '{id}', detail: 'the names of the fields' },
  },
  DeleteView: {
    summary: "Deletes a view of the caller. With operators/manage, also others' shared views.",
    resource: 'views',
    method: 'DELETE',
    path: '/v1/views/{id}',
    bounded: 'verb',
    scopes: 'authenticated',
    optionalScopes: changing,
    params: ofView,
    isConditional: true,
    errors: ['InsufficientScope'],
    audit: { kind: 'view', target: '{id}', detail: 'whether there was one' },
  },
  CountMatches: {
    summary: 'Counts what matches the filters of several lists, each up to a bound',
    resource: 'views',
    method: 'POST',
    path: '/v1/match-counts',
    bounded: 'verb',
    scopes: 'authenticated',
    optionalScopes: [...ofLists, 'steps/read'],
    body: view.countInput,
    example: {
      lists: [
        { list: 'tasks', query: 'status=failed&type=order.*' },
        { list: 'state', storeName: 'orders', query: 'prefix=eu/' },
      ],
    },
    output: view.countResponse,
    takesTurn: true,
    errors: ['InsufficientScope'],
    isRepeatable: true,
  },
} as const satisfies OperationTable;
