import type { Scope } from '#contract';
import { bodyOf, type Examples } from '../canaries/planting.ts';

const sees: readonly Scope[] = ['sensitive/read'];

/** The calls about locks, workers, task types and the deployment. */
export const fleetExamples = {
  ListLocks: {
    access: ['GET', '/v1/locks', ['locks/read'], []],
    calls: () => [{}, { query: { search: 'kept' } }],
  },
  GetLock: {
    access: ['GET', '/v1/locks/{name}', ['locks/read'], []],
    calls: () => [{ params: { name: 'kept' } }, { params: { name: 'held-by-run' } }],
  },
  AcquireLock: {
    access: ['PUT', '/v1/locks/{name}', ['locks/create'], [], 'audited'],
    calls: (planter) => [
      {
        params: { name: `lock-${planter.next()}` },
        request: bodyOf(planter, 'AcquireLock', {
          'AcquireLock/fencingToken': undefined,
          'AcquireLock/ttlInMs': 60_000,
        }),
      },
    ],
  },
  ReleaseLock: {
    access: ['DELETE', '/v1/locks/{name}', ['locks/create'], ['locks/delete'], 'audited'],
    calls: (planter) => [{ params: { name: `lock-${planter.next()}` }, query: { force: 'true' } }],
  },
  ListTaskTypes: {
    access: ['GET', '/v1/task-types', ['tasks/read'], []],
    calls: () => [{}],
  },
  GetTaskType: {
    access: ['GET', '/v1/task-types/{type}', ['tasks/read'], []],
    calls: () => [{ params: { type: 'canary.all' } }],
  },
  ListWorkers: {
    access: ['GET', '/v1/workers', ['workers/read'], []],
    calls: () => [{}],
  },
  ListQueues: {
    access: ['GET', '/v1/queues', ['workers/read'], []],
    calls: () => [{}],
  },
  GetStatistics: {
    access: ['GET', '/v1/statistics', ['tasks/read'], sees],
    calls: () => [{}, { query: { windowInMs: '3600000' } }],
  },
  GetLimits: {
    access: ['GET', '/v1/limits', 'authenticated', []],
    calls: () => [{}],
  },
  GetDeployment: {
    access: ['GET', '/v1/deployment', ['deployment/read'], []],
    calls: () => [{}],
  },
  GetRetention: {
    access: ['GET', '/v1/retention', ['deployment/read'], []],
    calls: () => [{}],
  },
  Watch: {
    access: ['GET', '/v1/watch', ['tasks/read'], []],
    calls: () => [], // a stream: the walk reads it beside the calls
  },
} satisfies Partial<Examples>;
