import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { BulkOperation } from '#contract';
import { BulkHeader } from './bulk-header.tsx';

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

/** The names of the commands in their order, each with whether it can be pressed. */
function commands(shown: Partial<BulkOperation>, isBusy = false): [name: string, canPress: boolean][] {
  const html = renderToStaticMarkup(
    <BulkHeader
      operation={{ ...operation, ...shown }}
      reason={undefined}
      isBusy={isBusy}
      onCommand={() => {}}
      onRetry={() => {}}
      watch={null}
      onTakeAlong={() => {}}
    />,
  );
  return [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(([, attributes = '', content = '']) => [
    content.replace(/<[^>]+>/g, '').trim(),
    !attributes.includes('aria-disabled="true"'),
  ]);
}

const retry = 'Repeat for failed tasks…';

test.each([
  ['scheduled', ['Pause', false], ['Stop before it starts', true], [retry, false]],
  ['running', ['Pause', true], ['Stop', true], [retry, false]],
  ['paused', ['Resume', true], ['Stop', true], [retry, false]],
  ['completed', ['Pause', false], ['Stop', false], [retry, true]],
  ['stopped', ['Pause', false], ['Stop', false], [retry, true]],
] as const)('keeps its commands in their places while it is %s', (status, ...expected) => {
  expect(commands({ status })).toEqual([...expected, ['Download a copy…', true]]);
});

test('is not done again where no task failed, or to events whose data is not shown', () => {
  expect(commands({ status: 'completed', failed: 0 })).toContainEqual([retry, false]);
  expect(commands({ status: 'completed', action: { kind: 'raiseEvent', name: 'go' } })).toContainEqual([retry, false]);
});

test('takes one command at a time', () => {
  expect(commands({}, true)).toEqual([
    ['Pause', false],
    ['Stop', false],
    [retry, false],
    ['Download a copy…', true],
  ]);
});
