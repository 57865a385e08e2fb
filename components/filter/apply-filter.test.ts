import { expect, test } from 'vitest';
import { taskStatuses } from '#contract';
import { foundLogFilters } from '@/components/log/found-log-filters.ts';
import { stateFilters } from '@/components/state/state-filters.ts';
import { taskFilters } from '@/components/task/task-filters.ts';
import { applyFilter } from './apply-filter.ts';
import { parseFilter } from './clause.ts';
import { completeLastValue, suggest } from './suggest.ts';

const now = new Date('2026-11-21T10:30:00.000Z');
const applied = (text: string, table = taskFilters) => applyFilter(table, parseFilter(text), now);
const without = (...statuses: string[]) => taskStatuses.filter((status) => !statuses.includes(status));

test.each([
  ['-status:failed', { status: without('failed') }],
  ['-status:FAILED,queued', { status: without('failed', 'queued') }],
  ['-status:failed -status:queued', { status: without('failed', 'queued') }],
  ['-status:failed status:failed,timedOut', { status: ['timedOut'] }],
  ['status:failed -status:failed status:queued', { status: ['queued'] }],
  ['-schedule:yes', { schedule: 'false' }],
])('%s takes away what is not wanted', (text, query) => {
  expect(applied(text)).toEqual({ query, problems: [] });
});

test.each([
  ['-status:odd', '“odd” is not one of'],
  ['status:failed -status:failed', 'nothing is left'],
  [`-status:${taskStatuses.join()}`, 'nothing is left'],
  ['-type:order', 'type: cannot be negated'],
  ['-waiting:event', 'waiting: cannot be negated'],
  ['-nothing:x', 'no filter is called -nothing'],
])('%s says why it is not applied', (text, message) => {
  const index = parseFilter(text).length - 1;
  expect(applied(text).problems).toMatchObject([{ index, message: expect.stringContaining(message) }]);
});

test('other lists are negated too', () => {
  expect(applied('-level:debug,info', foundLogFilters).query).toEqual({ level: ['warn', 'error'] });
  expect(applied('-has:blob -expires:no', stateFilters).query).toEqual({ hasBlob: 'false', expires: 'true' });
});

test('a range of days or times has two ends', () => {
  const created = (createdAfter: string, createdBefore: string) => ({
    query: { createdAfter, createdBefore },
    problems: [],
  });
  expect(applied('created:2026-11-01..2026-11-03')).toEqual(
    created('2026-11-01T00:00:00.000Z', '2026-11-04T00:00:00.000Z'),
  );
  expect(applied('created:2026-11-01T10:00..2026-11-01T11:30')).toEqual(
    created('2026-11-01T10:00:00.000Z', '2026-11-01T11:30:00.000Z'),
  );
  for (const [text, message] of [
    ['2026-11-03..2026-11-01', 'ends before'],
    ['2026-11-03..x', 'two times'],
    ['2026-11-03..>2026-11-04', 'two times'],
  ])
    expect(applied(`created:${text}`).problems).toMatchObject([{ message: expect.stringContaining(message ?? '') }]);
});

test.each(['2026-02-29', '>2026-11-31', '2026-11-01..2026-11-31', '2026-09-31..2026-10-01', '0000-01-01'])(
  'a day that no calendar has is refused: %s',
  (text) => {
    const { query, problems } = applied(`created:${text}`);
    expect(query).toEqual({});
    expect(problems).toMatchObject([{ message: expect.stringContaining('is not a') }]);
  },
);

test('the last day that can be written ends with the last time', () => {
  expect(applied('created:9999-12-31').query).toEqual({
    createdAfter: '9999-12-31T00:00:00.000Z',
    createdBefore: '9999-12-31T23:59:59.999Z',
  });
  expect(applied('created:2028-02-29').query).toMatchObject({ createdBefore: '2028-03-01T00:00:00.000Z' });
});

test('what can be negated is completed', () => {
  const offered = suggest(taskFilters, '-s', 2, {}).map(({ label }) => label);
  expect(offered).toEqual(['-status:', '-schedule:']);
  expect(completeLastValue(taskFilters, '-status:fail', {})).toBe('-status:failed');
  expect(suggest(taskFilters, '-status:', 8, {}).map(({ label }) => label)).toEqual(
    expect.arrayContaining(['succeeded', 'failed', 'cancelled', 'timed-out']),
  );
});
