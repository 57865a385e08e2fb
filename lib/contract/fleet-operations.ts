import * as fleet from './fleet.ts';
import { token } from './identifiers.ts';
import { limitsSchema } from './limits-schema.ts';
import type { OperationTable } from './operation.ts';
import { pageOf } from './paging.ts';
import * as statistics from './statistics.ts';
import { timeline, timelineQuery } from './timeline.ts';
import { watchEvent, watchQuery } from './watch.ts';

const seeing = ['sensitive/read'] as const;

/** Task types, workers, queues, statistics and limits. */
export const fleetOperations = {
  ListTaskTypes: {
    summary: 'Lists the registered task types',
    resource: 'task-types',
    method: 'GET',
    path: '/v1/task-types',
    bounded: 'verb',
    scopes: ['tasks/read'],
    query: fleet.fleetListQuery,
    output: pageOf(fleet.taskType),
  },
  GetTaskType: {
    summary: 'Returns one task type',
    resource: 'task-types',
    method: 'GET',
    path: '/v1/task-types/{type}',
    bounded: 'verb',
    scopes: ['tasks/read'],
    params: { type: token },
    output: fleet.taskType,
    errors: ['TaskTypeNotFound'],
  },
  ListWorkers: {
    summary: 'Lists workers, live workers first',
    resource: 'workers',
    method: 'GET',
    path: '/v1/workers',
    bounded: 'verb',
    scopes: ['workers/read'],
    query: fleet.fleetListQuery,
    output: pageOf(fleet.worker),
  },
  ListQueues: {
    summary: 'Lists queues with the numbers of waiting and running tasks',
    resource: 'workers',
    method: 'GET',
    path: '/v1/queues',
    bounded: 'verb',
    scopes: ['workers/read'],
    query: fleet.fleetListQuery,
    output: pageOf(fleet.queue),
  },
  GetTimeline: {
    summary: 'Returns when runs ran, by worker or queue',
    resource: 'workers',
    method: 'GET',
    path: '/v1/timeline',
    mayLag: true,
    bounded: 'verb',
    scopes: ['workers/read', 'tasks/read'],
    query: timelineQuery,
    output: timeline,
  },
  GetStatistics: {
    summary: 'Returns statistics about tasks',
    resource: 'statistics',
    method: 'GET',
    path: '/v1/statistics',
    mayLag: true,
    bounded: 'verb',
    scopes: ['tasks/read'],
    optionalScopes: seeing,
    query: statistics.statisticsQuery,
    output: statistics.statistics,
  },
  GetLimits: {
    summary: 'Returns all limits',
    resource: 'limits',
    method: 'GET',
    path: '/v1/limits',
    bounded: 'nothing',
    scopes: 'authenticated',
    output: limitsSchema,
  },
  Watch: {
    summary: 'Streams the ids of changed tasks as server-sent events',
    resource: 'watch',
    method: 'GET',
    path: '/v1/watch',
    bounded: 'verb',
    scopes: ['tasks/read'],
    query: watchQuery,
    output: watchEvent,
    mediaType: 'text/event-stream',
  },
} as const satisfies OperationTable;
