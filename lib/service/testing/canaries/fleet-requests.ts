import { bodyOf, type Requests } from './planting.ts';

/** The calls about locks, workers, task types and the deployment. */
export const fleetRequests = {
  ListLocks: () => [{}, { query: { search: 'kept' } }],
  GetLock: () => [{ params: { name: 'kept' } }, { params: { name: 'held-by-run' } }],
  AcquireLock: (planter) => [
    {
      params: { name: `lock-${planter.next()}` },
      request: bodyOf(planter, 'AcquireLock', { 'AcquireLock/fencingToken': undefined, 'AcquireLock/ttlInMs': 60_000 }),
    },
  ],
  ReleaseLock: (planter) => [{ params: { name: `lock-${planter.next()}` }, query: { force: 'true' } }],
  ListTaskTypes: () => [{}],
  GetTaskType: () => [{ params: { type: 'canary.all' } }],
  ListWorkers: () => [{}],
  ListQueues: () => [{}],
  GetStatistics: () => [{}, { query: { windowInMs: '3600000' } }],
  GetLimits: () => [{}],
  GetDeployment: () => [{}],
  GetRetention: () => [{}],
  Watch: () => [], // a stream: the walk reads it beside the calls
} satisfies Partial<Requests>;
