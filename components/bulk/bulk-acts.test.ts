import { expect, test } from 'vitest';
import type { BulkOperation } from '#contract';
import { bulkActs } from './bulk-acts.ts';

const operation: BulkOperation = {
  id: 'bulk-1',
  action: { kind: 'rerun' },
  selection: { ids: 3 },
  status: 'running',
  createdOn: '2026-01-01T00:00:00.000Z',
  createdBy: 'ada',
  startsOn: '2026-01-01T00:00:00.000Z',
  isCollected: true,
  total: 3,
  pending: 0,
  running: 1,
  succeeded: 1,
  refused: 0,
  failed: 1,
  stages: [],
  stage: 1,
  waitForEndInMs: 0,
};

/** The labels of the acts, the first one on its own, each with whether it can be done. */
function acts(shown: Partial<BulkOperation>, isBusy = false) {
  const { first, others } = bulkActs({
    operation: { ...operation, ...shown },
    reason: undefined,
    isBusy,
    onCommand: () => {},
    onRetry: () => {},
    isWatched: false,
    onWatch: () => {},
    watchRefusal: undefined,
    onTakeAlong: () => {},
  });
  const seen = (act: typeof first) => act && [act.label, act.reason === undefined];
  return { first: seen(first), others: others.map(seen) };
}

const retry = 'Repeat for failed tasks…';
const rest = [
  ['Watch', true],
  ['Download a copy…', true],
];

test.each([
  ['scheduled', ['Stop before it starts', true], ['Pause', false], [retry, false]],
  ['running', ['Pause', true], ['Stop', true], [retry, false]],
  ['paused', ['Resume', true], ['Stop', true], [retry, false]],
  ['completed', [retry, true], ['Pause', false], ['Stop', false]],
  ['stopped', [retry, true], ['Pause', false], ['Stop', false]],
] as const)('has one act that helps while it is %s, and the others in a menu', (status, first, ...others) => {
  expect(acts({ status })).toEqual({ first, others: [...others, ...rest] });
});

test('is not done again where no task failed, or to events whose data is not shown', () => {
  for (const shown of [{ failed: 0 }, { action: { kind: 'raiseEvent', name: 'go' } }] as const) {
    const { first, others } = acts({ status: 'completed', ...shown });
    expect(first).toBeUndefined();
    expect(others).toContainEqual([retry, false]);
  }
});

test('takes one command at a time', () => {
  expect(acts({}, true)).toEqual({ first: ['Pause', false], others: [['Stop', false], [retry, false], ...rest] });
});
