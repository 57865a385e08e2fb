import { describe, expect, test } from 'vitest';
import { bulkAction, bulkOperationInput, bulkSelection } from './bulk.ts';
import { errorGroupUpdate } from './error-group.ts';
import { limits } from './limits.ts';

const action = { kind: 'cancel' };
const selection = { ids: ['a'] };
const soon = '2030-01-01T00:00:00.000Z';

const inputs = {
  'an action': {
    schema: bulkAction,
    takes: [
      ...['rerun', 'cancel', 'pause', 'resume', 'wake', 'fork', 'delete'].map((kind) => ({ kind })),
      ...[{ tags: {} }, { queue: 'q' }, { priority: -32_768 }, { priority: 0 }].map((one) => ({
        kind: 'update',
        ...one,
      })),
      { kind: 'fork', fromStep: 'a' },
      { kind: 'delete', force: true },
      { kind: 'raiseEvent', name: 'a', value: null },
    ],
    refuses: [
      { kind: 'restart' },
      { kind: 'update' },
      { kind: 'update', priority: 32_768 },
      { kind: 'rerun', fromStep: 'a' },
      { kind: 'raiseEvent', value: 1 },
    ],
  },
  'the tasks to act on': {
    schema: bulkSelection,
    takes: [
      selection,
      { ids: Array.from({ length: limits.bulkOperationIds }, () => 'a') },
      { filter: {} },
      { filter: { schedule: false, type: 'a' } },
      { operation: 'a' },
      { operation: 'a', results: ['failed', 'refused'] },
    ],
    refuses: [
      {},
      { ids: [] },
      { ids: Array.from({ length: limits.bulkOperationIds + 1 }, () => 'a') },
      { filter: { maxPageSize: 1 } },
      { operation: 'a', results: [] },
      { operation: 'a', results: ['succeeded'] },
      { ids: ['a'], operation: 'a' },
    ],
  },
  'a change of a group of errors': {
    schema: errorGroupUpdate,
    takes: [
      {},
      { name: null, owner: null },
      { status: 'resolved', resolvedInVersion: '2' },
      { status: 'muted' },
      { status: 'muted', mutedUntil: soon, mutedFailures: 1, mutedPerHour: 1 },
    ],
    refuses: [
      { name: '' },
      { status: 'regressed' },
      { resolvedInVersion: '2' },
      { status: 'muted', resolvedInVersion: '2' },
      { mutedUntil: soon },
      { status: 'open', mutedFailures: 1 },
      { status: 'resolved', mutedPerHour: 1 },
      { status: 'muted', mutedFailures: 0 },
    ],
  },
};

describe.each(Object.entries(inputs))('%s', (_, { schema, takes, refuses }) => {
  test.each(takes.map((value) => [value]))('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true);
  });
  test.each(refuses.map((value) => [value]))('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

test('a bulk operation starts at once, in one stage, whatever fails; an earlier one names its failed tasks', () => {
  expect(bulkOperationInput.parse({ action, selection })).toEqual({ action, selection, delayInMs: 0, stages: [] });
  expect(bulkSelection.parse({ operation: 'a' })).toEqual({ operation: 'a', results: ['failed'] });
});
