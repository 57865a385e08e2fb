import { expect, it } from 'vitest';
import { parseFilter } from '@/components/filter/clause.ts';
import { type ErrorRow, leftErrors } from './error-row.ts';

const group = (by: Partial<ErrorRow>): ErrorRow => ({
  ...{ id: 'e', type: 'order', status: 'ongoing', error: { name: 'Error', message: 'no' }, isSensitive: false },
  ...{ failureCount: 1, taskCount: 1, failedTaskCount: 1, etag: '"1"' },
  ...{ occurrences: { from: '2026-11-21T10:00:00.000Z', intervalInMs: 3_600_000, counts: [1] } },
  ...{ firstSeenOn: '2026-11-21T10:00:00.000Z', lastSeenOn: '2026-11-21T10:00:00.000Z' },
  ...by,
});

it.each([
  ['', { status: 'ongoing' }, undefined],
  ['', { status: 'resolved' }, 'now Resolved'],
  ['', { status: 'muted' }, 'now Muted'],
  ['status:new,backAgain', { status: 'backAgain' }, undefined],
  ['status:new,backAgain', { status: 'ongoing' }, 'now Ongoing'],
  ['status:resolved', { status: 'backAgain' }, 'now Back again'],
  ['owner:ada', { owner: 'ada' }, undefined],
  ['owner:ada', { owner: 'bob' }, 'now of bob'],
  ['owner:ada', {}, 'now without an owner'],
  ['', { isGone: true }, 'merged or removed'],
] as const)('under the filter "%s", a cause with %j is told as %s', (filter, by, told) => {
  expect(leftErrors(group(by), parseFilter(filter))).toBe(told);
});
