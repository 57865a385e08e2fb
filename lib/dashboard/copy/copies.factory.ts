import type { BulkOperationCopy } from './bulk-operation-copy.ts';
import type { ErrorGroupCopy } from './error-group-copy.ts';
import type { RunCopy } from './run-copy.ts';

const on = '2026-11-21T10:00:00.000Z';

/** A copy of a run in which every text is `text`. */
export function runCopyOf(text: string): RunCopy {
  return {
    format: 'taskdeck.run',
    version: 1,
    madeOn: on,
    madeBy: 'ada@example.org',
    task: {
      ...{ id: 'order-1', type: 'order', name: text, tags: { a: text }, queue: 'default', priority: 0 },
      ...{ status: 'failed', runCount: 1, attempt: 1, etag: '"1"', createdOn: on, createdBy: text },
      ...{ lastModifiedOn: on, lastModifiedBy: text },
    },
    run: {
      ...{ taskId: 'order-1', runCount: 1, isCurrent: true, trigger: 'create', triggeredBy: text, status: 'failed' },
      ...{ attempt: 1, queuedOn: on, startedOn: on, endedOn: '2026-11-21T10:00:10.000Z', worker: text },
      error: { name: 'Error', message: text, stack: text, fingerprint: 'f' },
      input: { text, exact: 9007199254740993n },
      stepCounts: { total: 1, succeeded: 0, failed: 1, active: 0 },
    },
    steps: [
      {
        ...{
          taskId: 'order-1',
          runCount: 1,
          sequence: 0,
          name: text,
          kind: 'step',
          status: 'failed',

          startedOn: on,
        },
        attempts: [],
        endedOn: '2026-11-21T10:00:05.000Z',
        output: text,
        error: { name: 'Error', message: text, stack: text, fingerprint: 'f' },
      },
    ],
    events: [
      { id: '1', taskId: 'order-1', name: text, data: { value: text }, raisedOn: on, raisedBy: text, runCount: 1 },
    ],
    logs: [{ id: '1', taskId: 'order-1', runCount: 1, attempt: 1, level: 'info', message: text, loggedOn: on }],
    sources: [stackOf(text), { ...stackOf(text), sequence: 0 }],
    leftOut: [],
    isCut: { steps: false, events: false, logs: true, sources: false },
  };
}

/** A copy of an error group in which every text is `text`. */
export function errorGroupCopyOf(text: string): ErrorGroupCopy {
  const error = { name: text, message: text, step: text, code: text };
  return {
    format: 'taskdeck.errorGroup',
    version: 1,
    madeOn: on,
    madeBy: 'ada@example.org',
    group: {
      ...{ id: text, type: text, name: text, owner: text, status: 'resolved', isSensitive: false, etag: '"1"' },
      ...{ error, failureCount: 4, taskCount: 1_000, failedTaskCount: 3, fingerprints: [text] },
      ...{ firstSeenOn: on, lastSeenOn: on, changedOn: on, changedBy: text, resolvedInVersion: text },
      occurrences: { from: on, intervalInMs: 3_600_000, counts: [0, 4] },
      versions: [{ version: text, registeredOn: on, counts: [0, 4] }],
      latest: {
        ...{ taskId: 'order-1', runCount: 2, endedOn: on, worker: text },
        error: { ...error, stack: text, fingerprint: 'f' },
      },
    },
    source: stackOf(text),
    comparison: {
      matching: { count: 3, isSampled: false },
      others: { count: 9, isSampled: true },
      fields: [{ field: `tag.${text}`, difference: 1, values: [{ value: text, matching: 3, others: 0 }] }],
    },
    remedies: [
      {
        ...{ trigger: 'fork', hasOtherInput: true, step: text, version: text, triedCount: 9, succeededCount: 8 },
        ...{ failedAgainCount: 1, underWayCount: 0, medianTimeInMs: 1_000 },
      },
    ],
    tasks: [{ ...runCopyOf(text).task, error: { ...error, fingerprint: 'f' } }],
    audit: [auditOf(text)],
    leftOut: [],
    isCut: { tasks: true, audit: false },
  };
}

/** A copy of a bulk operation in which every text is `text`. */
export function bulkOperationCopyOf(text: string): BulkOperationCopy {
  return {
    format: 'taskdeck.bulkOperation',
    version: 1,
    madeOn: on,
    madeBy: 'ada@example.org',
    operation: {
      ...{ id: 'bulk-1', action: { kind: 'rerun' }, selection: { filter: { search: text, status: ['failed'] } } },
      ...{
        reason: text,
        status: 'stopped',
        createdOn: on,
        createdBy: text,
        startsOn: on,
        endedOn: on,
        endReason: text,
      },
      ...{ isCollected: true, total: 600, pending: 588, running: 0, succeeded: 1, refused: 1, failed: 10 },
      ...{ stages: [1, 10], stage: 2, maximumFailures: 9, tasksPerSecond: 50, waitForEndInMs: 1_000 },
    },
    causes: [
      { cause: text, status: 'failed', code: 'failed', message: text, count: 10, exampleTaskId: 'order-1' },
      { cause: 'b', status: 'refused', code: text, count: 1, exampleTaskId: 'order-2' },
    ],
    taskNames: { 'order-1': text },
    results: [{ taskId: 'order-1', status: 'failed', runCount: 2, code: 'failed', message: text, actedOn: on }],
    audit: [auditOf(text)],
    leftOut: [],
    isCut: { causes: false, results: true, audit: false },
  };
}

function auditOf(text: string): ErrorGroupCopy['audit'][number] {
  return {
    ...{ id: '1', occurredOn: on, operation: 'UpdateErrorGroup', outcome: 'succeeded', status: 200, detail: text },
    identity: { kind: 'operator', id: '1', name: text },
    target: { kind: 'errorGroup', id: text },
  };
}

function stackOf(text: string): RunCopy['sources'][number] {
  const original = { file: text, line: 2, column: 1, function: text };
  return {
    hasHiddenSource: false,
    frames: [{ text, isOwn: true, original, source: { firstLine: 1, lines: [text, text] } }],
  };
}
