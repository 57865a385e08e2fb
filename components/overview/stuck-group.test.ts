import { expect, it } from 'vitest';
import { printFilter } from '@/components/filter/clause.ts';
import type { TaskRow } from '@/components/task/task-row.ts';
import { causeOf, groupFilter, groupRemedy, isOfGroup, type StuckGroup } from './stuck-group.ts';

const group = (given: Partial<StuckGroup>): StuckGroup => ({
  ...{ kind: 'noWorker', status: 'queued', isPlanned: false, count: 46, isCapped: false, taskId: 'a' },
  oldestOn: '2026-11-22T09:04:00.000Z',
  ...given,
});

it.each<[Partial<StuckGroup>, string, string, string | undefined]>([
  [{ queue: 'gpu' }, 'No worker serves queue “gpu”', 'status:queued queue:gpu', 'move'],
  [
    { queue: 'gpu', type: 'render' },
    'No worker of queue “gpu” has type render',
    'status:queued queue:gpu type:render',
    'move',
  ],
  [{}, 'No worker is running', 'status:queued', undefined],
  [
    { kind: 'backoff', status: 'retrying', type: 'pay', subject: 'BankError' },
    'pay is retrying: BankError',
    'status:retrying type:pay',
    'wake',
  ],
  [{ kind: 'paused', status: 'paused', subject: 'ada' }, 'Paused by ada', 'status:paused', 'resume'],
  [{ kind: 'event', status: 'waiting', subject: 'go' }, 'event “go”', 'status:waiting waiting:event', undefined],
])('%j is told, listed and helped', (given, cause, filter, remedy) => {
  expect(causeOf(group(given))).toBe(cause);
  expect(printFilter(groupFilter(group(given)))).toBe(filter);
  expect(groupRemedy(group(given))).toBe(remedy);
});

it('helps only tasks that still have the cause', () => {
  const task = (waitingFor: Partial<NonNullable<TaskRow['waitingFor']>>): TaskRow => ({
    ...{ id: 'a', type: 'pay', status: 'retrying', queue: 'default', priority: 0, tags: {}, runCount: 1, attempt: 2 },
    ...{ createdOn: '', createdBy: '', lastModifiedOn: '', lastModifiedBy: '', etag: '' },
    waitingFor: { kind: 'backoff', sentence: '', next: '', ...waitingFor },
  });
  const failing = group({ kind: 'backoff', subject: 'BankError' });
  expect(isOfGroup(task({ failure: { name: 'BankError' } }), failing)).toBe(true);
  expect(isOfGroup(task({ failure: { name: 'OtherError' } }), failing)).toBe(false);
  expect(isOfGroup(task({ kind: 'priority' }), failing)).toBe(false);
});
