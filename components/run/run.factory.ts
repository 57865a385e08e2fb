import type { RunView, TaskView } from './run-view.ts';

const base: RunView = {
  taskId: 'order-1',
  runCount: 1,
  isCurrent: true,
  trigger: 'create',
  triggeredBy: 'ann@example.com',
  status: 'running',
  attempt: 1,
  queuedOn: '2026-11-21T09:00:00.000Z',
  startedOn: '2026-11-21T09:00:00.200Z',
  worker: 'worker-1',
  stepCounts: { total: 3, succeeded: 3, failed: 0, active: 0 },
};

type Given = Partial<RunView>;
const endedOn = '2026-11-21T09:00:04.200Z';

/** Runs named by their state, for tests. */
export const run = {
  running: (given?: Given): RunView => ({ ...base, ...given }),
  succeeded: (given?: Given): RunView => ({ ...base, status: 'succeeded', endedOn, ...given }),
  failed: (given?: Given): RunView => ({
    ...base,
    status: 'failed',
    endedOn,
    error: { name: 'Error', message: 'row 7 has no price\nat line 3', step: 'import rows', fingerprint: 'f1' },
    ...given,
  }),
  waiting: (given?: Given): RunView => ({
    ...base,
    status: 'waiting',
    waitingFor: {
      kind: 'event',
      sentence: 'Waits for the event “approval”.',
      next: 'It goes on when it is raised.',
      eventName: 'approval',
    },
    ...given,
  }),
};

/** The task of a run. */
export function taskOf(seen: RunView, given: Partial<TaskView> = {}): TaskView {
  return {
    id: seen.taskId,
    type: 'order.fulfil',
    tags: {},
    queue: 'default',
    priority: 0,
    status: seen.status,
    runCount: seen.runCount,
    attempt: seen.attempt,
    etag: '"1"',
    createdOn: seen.queuedOn,
    createdBy: seen.triggeredBy,
    lastModifiedOn: seen.queuedOn,
    lastModifiedBy: seen.triggeredBy,
    ...given,
  };
}
