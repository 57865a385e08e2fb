import { expect, test } from 'vitest';
import type { AlertCondition } from '#contract';
import { conditionOf, conditionReason, formOfCondition } from './condition-form.ts';

const after = { afterInMs: 90_000 };
const rate = { kind: 'failureRate' as const, percent: 2.5, windowInMs: 600_000, minimumEnds: 7 };

test.each<AlertCondition>([
  { kind: 'cause' },
  { kind: 'cause', type: 'order.*', group: '2-abc' },
  { kind: 'failure', type: 'order' },
  { ...rate, queue: 'mail' },
  { ...rate, type: 'order' },
  { kind: 'queueWait', ...after },
  { kind: 'noWorker', queue: 'mail', ...after },
  { kind: 'overdue', task: 'nightly', ...after },
  { kind: 'task', task: 'nightly', when: 'ends' },
  { kind: 'workerLost', worker: 'w-*' },
  { kind: 'scheduleMissed', type: 'report', ...after },
])('a condition is the same after it was edited: %j', (condition) => {
  const form = formOfCondition(condition);
  expect(conditionReason(form)).toBeUndefined();
  expect(conditionOf(form)).toEqual(condition);
});

test.each([
  [{ kind: 'failure' as const }, 'Enter a task type.'],
  [{ kind: 'task' as const, task: ' ' }, 'Enter the id of a task.'],
  [{ kind: 'failureRate' as const }, 'Enter either a task type or a queue.'],
  [{ kind: 'failureRate' as const, type: 'a', queue: 'b' }, 'Enter either a task type or a queue.'],
  [{ kind: 'failureRate' as const, type: 'a', percent: '0' }, 'Enter a number up to 100 percent.'],
  [{ kind: 'failureRate' as const, type: 'a', minimumEnds: '1.5' }, 'Enter the minimum number of ended runs.'],
  [{ kind: 'failureRate' as const, type: 'a', window: 'soon' }, 'Enter a time such as 5m or 1h.'],
  [{ kind: 'overdue' as const, type: 'a', task: 'b' }, 'Enter either a task type or a task.'],
  [{ kind: 'queueWait' as const, after: '' }, 'Enter a time such as 5m or 1h 30m.'],
])('a form that is not complete says what is missing: %j', (given, reason) => {
  expect(conditionReason({ ...formOfCondition(), ...given })).toBe(reason);
});

test("a condition outside of the operator's bounds says what they allow", () => {
  const reasonOf = (given: Partial<ReturnType<typeof formOfCondition>>) =>
    conditionReason({ ...formOfCondition(), ...given }, { types: ['billing.*'] });
  const allowed = 'Your bounds allow one task or error group inside, or types within billing.*.';
  expect(reasonOf({ kind: 'cause' })).toBe(allowed);
  expect(reasonOf({ kind: 'failure', type: 'mail.send' })).toBe(allowed);
  expect(reasonOf({ kind: 'noWorker', queue: 'billing' })).toBe(allowed);
  expect(reasonOf({ kind: 'failure', type: 'billing.send' })).toBeUndefined();
  expect(reasonOf({ kind: 'task', task: 'nightly' })).toBeUndefined();
  expect(reasonOf({ kind: 'failure' })).toBe('Enter a task type.');
});
