import { expect, test } from 'vitest';
import { type AlertCondition, alertCondition } from '#contract';
import { conditionOf, conditionProblems, conditionReason, formOfCondition } from './condition-form.ts';

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
  [{ kind: 'failureRate' as const, type: 'a', percent: '0' }, 'Correct the marked fields first.'],
  [{ kind: 'failureRate' as const, type: 'a', window: '90m' }, 'Correct the marked fields first.'],
  [{ kind: 'overdue' as const, type: 'a', task: 'b' }, 'Enter either a task type or a task.'],
  [{ kind: 'queueWait' as const, after: '' }, 'Correct the marked fields first.'],
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

const span = '1m to 1h, in whole minutes';

test.each([
  ['window', '90m', `“90m” is not allowed. Enter a time from ${span}`],
  ['window', '90s', `“90s” is not allowed. Enter a time from ${span}`],
  ['window', '5', `“5” without a unit is 5 ms. Enter a time from ${span}`],
  ['window', '2w', `“2w” is not a time. Enter one such as 5m, from ${span}. Units: ms, s, m, h, d`],
  ['percent', '0', 'Enter a percentage from 0.1 to 100'],
  ['percent', '', 'Enter a percentage from 0.1 to 100'],
  ['minimumEnds', '1.5', 'Enter a whole number from 1 to 10,000'],
  ['minimumEnds', '10001', 'Enter a whole number from 1 to 10,000'],
] as const)('a field says what it takes: %s of “%s”', (field, text, problem) => {
  const form = { ...formOfCondition(), kind: 'failureRate' as const, type: 'a', [field]: text };
  expect(conditionProblems(form)).toEqual({ [field]: problem });
});

test('a field of another kind of condition is not judged', () => {
  expect(conditionProblems({ ...formOfCondition(), kind: 'queueWait', window: 'x', after: '31d' })).toEqual({
    after: '“31d” is not allowed. Enter a time from 1s to 30d',
  });
});

test('what is allowed at the edges is what the service takes', () => {
  for (const [window, percent, minimumEnds] of [
    ['1m', '0.1', '1'],
    ['1h', '100', '10000'],
  ] as const) {
    const form = { ...formOfCondition(), kind: 'failureRate' as const, type: 'a', window, percent, minimumEnds };
    expect(conditionProblems(form)).toEqual({});
    expect(alertCondition.safeParse(conditionOf(form)).success).toBe(true);
  }
});
