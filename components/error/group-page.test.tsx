import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ErrorGroupDetails } from '#contract';
import { Differences } from './differences.tsx';
import { GroupHeader } from './group-header.tsx';
import { LatestError } from './latest-error.tsx';
import { markersOf } from './occurrences.model.ts';
import { Occurrences } from './occurrences.tsx';

const group: ErrorGroupDetails = {
  ...{ id: '2-a', type: 'order', status: 'muted', isSensitive: false, fingerprints: ['2-a'], mutedPerHour: 50 },
  etag: '"1"',
  error: { name: 'PaymentError', message: 'card <number> declined', step: 'charge' },
  occurrences: { from: '2026-11-21T10:00:00.000Z', intervalInMs: 3_600_000, counts: [0, 4] },
  ...{ failureCount: 4, taskCount: 1_000, failedTaskCount: 3, owner: 'ada', changedBy: 'ada' },
  ...{ firstSeenOn: '2026-11-21T11:00:00.000Z', lastSeenOn: '2026-11-21T11:30:00.000Z' },
  changedOn: '2026-11-21T11:30:00.000Z',
  latest: {
    ...{ taskId: 'order-1', runCount: 2, endedOn: '2026-11-21T11:30:00.000Z' },
    error: { name: 'PaymentError', message: 'card 4711 declined', fingerprint: '2-a' },
  },
  versions: [
    { version: '1.1', registeredOn: '2026-11-21T11:00:00.000Z', counts: [0, 3] },
    { version: '1.0', registeredOn: '2026-10-01T11:00:00.000Z', counts: [0, 1] },
  ],
};

const header = (shown: ErrorGroupDetails) =>
  renderToStaticMarkup(
    <GroupHeader
      group={shown}
      reason={undefined}
      alertReason={undefined}
      onDecide={() => {}}
      onRerun={() => {}}
      onAlert={() => {}}
      onTakeAlong={() => {}}
    />,
  );

test('a cause whose tasks are rerun by somebody keeps its buttons where they are', () => {
  const html = header({ ...group, failedTaskCount: 0 });
  expect(html).toMatch(/<button[^>]*aria-disabled="true"[^>]*>(?:(?!<button).)*Rerun those still failed…/);
  expect(header(group)).not.toContain('aria-disabled="true"');
});

test('a muted cause says what ends the mute, and can be opened but not muted again', () => {
  const html = header(group);
  for (const text of [
    'PaymentError',
    'Muted by ada',
    'up to 50 failures an hour',
    '1,000+',
    'Open again',
    'ada',
    'Rerun the 3 still failed…',
  ])
    expect(html).toContain(text);
  expect(html).not.toContain('Resolve');
  expect(html).toContain('href="/tasks?filter=group%3A2-a"');
});

test('the chart has a line where a version came inside the window, and names every version', () => {
  expect(markersOf(group)).toMatchObject([{ version: '1.1', at: 0.5 }]);
  const html = renderToStaticMarkup(<Occurrences group={group} windowName="24h" actions={null} />);
  expect(html).toContain('4 failures, at most 4 in one interval');
  for (const text of ['Version 1.1', 'Version 1.0']) expect(html).toContain(text);
});

test('the latest failure shows its message as it was, or that its run is gone', () => {
  expect(renderToStaticMarkup(<LatestError group={group} />)).toContain('card 4711 declined');
  const { latest: _, ...without } = group;
  expect(renderToStaticMarkup(<LatestError group={without} />)).toContain('was deleted');
});

test('a value leads to the failing tasks that have it, and both shares stand beside it', () => {
  const html = renderToStaticMarkup(
    <Differences
      filter="group:2-a"
      comparison={{
        matching: { count: 100, isSampled: true },
        others: { count: 200, isSampled: false },
        fields: [{ field: 'input/country', difference: 0.8, values: [{ value: 'ES', matching: 96, others: 22 }] }],
      }}
    />,
  );
  expect(html).toContain('href="/tasks?filter=group%3A2-a+input%3A%2Fcountry%3DES"');
  for (const text of ['96 % (96)', '11 % (22)', 'the newest 100 tasks']) expect(html).toContain(text);
});
