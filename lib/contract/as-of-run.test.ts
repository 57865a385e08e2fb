import { expect, test } from 'vitest';
import { asOfRun } from './as-of-run.ts';
import { taskHistoryResponse } from './history.ts';
import { taskResponse } from './task.ts';

const time = (day: number) => `2026-11-0${day}T00:00:00.000Z`;

test('a task as of an earlier run: its configuration as it is now, all else as that run left it', () => {
  const task = taskResponse.parse({
    id: 't',
    type: 'x',
    name: 'now',
    tags: { a: 'b' },
    queue: 'default',
    priority: 0,
    status: 'waiting',
    runCount: 2,
    attempt: 3,
    etag: '"7"',
    createdOn: time(1),
    createdBy: 'ada',
    lastModifiedOn: time(5),
    lastModifiedBy: 'bob',
    input: { of: 2 },
    output: 'of the second run',
    error: { name: 'E', message: 'of the second run', fingerprint: 'f' },
    worker: 'second',
    nextRunOn: time(9),
    waitingFor: { kind: 'event', sentence: 's', next: 'n' },
  });
  const run = taskHistoryResponse.parse({
    taskId: 't',
    runCount: 1,
    isCurrent: false,
    trigger: 'create',
    triggeredBy: 'ada',
    status: 'succeeded',
    attempt: 1,
    input: { of: 1 },
    queuedOn: time(1),
    endedOn: time(2),
    stepCounts: { total: 1, succeeded: 1, failed: 0, active: 0 },
  });
  expect(asOfRun(task, run)).toEqual({
    id: 't',
    type: 'x',
    name: 'now',
    tags: { a: 'b' },
    queue: 'default',
    priority: 0,
    etag: '"7"',
    createdOn: time(1),
    createdBy: 'ada',
    lastModifiedOn: time(5),
    lastModifiedBy: 'bob',
    status: 'succeeded',
    runCount: 1,
    attempt: 1,
    input: { of: 1 },
    queuedOn: time(1),
    endedOn: time(2),
  });
});
