import { expect, test } from 'vitest';
import { formOf, newBulkForm, planOf } from './bulk-plan.ts';

test('a rerun begins with one task, then ten, and stops at more than five failures', () => {
  expect(planOf(newBulkForm('rerun'))).toEqual({
    plan: { action: { kind: 'rerun' }, stages: [1, 10], delayInMs: 0, maximumFailures: 5 },
  });
});

test('what takes something away starts after ten seconds', () => {
  expect(planOf({ ...newBulkForm('delete'), force: true, reason: ' test data ' })).toEqual({
    plan: { action: { kind: 'delete', force: true }, stages: [], delayInMs: 10_000, reason: 'test data' },
  });
  expect(planOf(newBulkForm('cancel'))).toMatchObject({ plan: { delayInMs: 10_000 } });
});

test('tags are set and removed by line; nothing to change is a problem', () => {
  const form = { ...newBulkForm('update'), tags: 'customer=42\n\nold=\n', priority: '-3' };
  expect(planOf(form)).toMatchObject({
    plan: { action: { kind: 'update', tags: { customer: '42', old: null }, priority: -3 } },
  });
  expect(planOf({ ...form, tags: '__proto__=1' })).toMatchObject({
    plan: { action: { tags: Object.fromEntries([['__proto__', '1']]) } },
  });
  expect(planOf({ ...form, tags: 'customer' })).toEqual({ problems: { tags: '“customer” is not key=value' } });
  expect(planOf(newBulkForm('update'))).toEqual({ problems: { tags: 'Enter tags, a queue or a priority' } });
});

test.each([
  ['stages', '1, ten', 'Up to 10 whole numbers from 1 to 1,000,000, such as 1, 10'],
  ['stages', '0', 'Up to 10 whole numbers from 1 to 1,000,000, such as 1, 10'],
  ['stages', '1, 1000001', 'Up to 10 whole numbers from 1 to 1,000,000, such as 1, 10'],
  ['maximumFailures', '-1', 'A whole number from 0 to 1,000,000'],
  ['tasksPerSecond', '0', 'A whole number from 1 to 100,000'],
  ['tasksPerSecond', '100001', 'A whole number from 1 to 100,000'],
] as const)('%s of %j is refused', (field, text, problem) => {
  expect(planOf({ ...newBulkForm('rerun'), [field]: text })).toEqual({ problems: { [field]: problem } });
});

test('an event has a name and JSON, whose text is kept', () => {
  const form = { ...newBulkForm('raiseEvent'), eventName: 'approval', eventValue: '{"n": 9007199254740993}' };
  expect(planOf(form)).toMatchObject({ plan: { action: { valueText: '{"n": 9007199254740993}' } } });
  expect(planOf({ ...form, eventName: ' ', eventValue: '{' })).toEqual({
    problems: { eventName: 'An event has a name', eventValue: 'This is not JSON' },
  });
});

test.each<Parameters<typeof formOf>[0]>([
  { action: { kind: 'rerun' }, stages: [2, 20], maximumFailures: 0, tasksPerSecond: 50 },
  { action: { kind: 'rerun' }, stages: [] },
  { action: { kind: 'fork', fromStep: 'pay' }, stages: [1] },
  { action: { kind: 'delete', force: true }, stages: [] },
  { action: { kind: 'update', tags: { customer: '42', old: null }, queue: 'slow', priority: -3 }, stages: [] },
])('an operation is planned again as it was: %j', (operation) => {
  const delayInMs = operation.action.kind === 'delete' ? 10_000 : 0;
  expect(planOf(formOf(operation))).toEqual({ plan: { ...operation, delayInMs } });
});
