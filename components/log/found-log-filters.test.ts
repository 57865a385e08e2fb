import { expect, it } from 'vitest';
import { logSearchQuery } from '#contract';
import { applyFilter } from '@/components/filter/apply-filter.ts';
import { parseFilter, printFilter } from '@/components/filter/clause.ts';
import { foundLogFilters, lowestLevel, withLevel, withTimeRange } from './found-log-filters.ts';

const now = new Date('2026-11-22T12:00:00Z');
const applied = (text: string) => applyFilter(foundLogFilters, parseFilter(text), now);

it('becomes a query that the service takes', () => {
  const { query, problems } = applied(
    'level:warn,error field:customer=A=7,/a/b=1 field:a/b=~ task:t-1 type:order.* time:<1h iban',
  );
  expect(problems).toEqual([]);
  expect(logSearchQuery.parse(query)).toMatchObject({
    level: ['warn', 'error'],
    field: ['/customer=A=7', '/a/b=1', '/a~1b=~'],
    taskId: ['t-1'],
    type: ['order.*'],
    search: 'iban',
    loggedAfter: '2026-11-22T11:00:00.000Z',
  });
});

it.each(['field:customer', 'field:=1', `field:a=${'x'.repeat(1_000)}`, 'level:fatal'])(
  'says what is wrong with %.20s',
  (text) => {
    expect(applied(text).problems).toHaveLength(1);
  },
);

it('knows a level and those above it, whatever their order, and no other choice', () => {
  const lowest = (text: string) => lowestLevel(parseFilter(text));
  expect(lowest('x')).toBe('debug');
  expect(lowest('level:error,warn')).toBe('warn');
  expect(lowest('level:error')).toBe('error');
  expect(lowest('level:debug')).toBeUndefined();
});

it('replaces the level and the time that it has, and keeps the rest', () => {
  const given = parseFilter('level:info type:order time:<1h');
  expect(printFilter(withLevel(given, 'warn'))).toBe('type:order time:<1h level:warn,error');
  expect(printFilter(withLevel(given, 'debug'))).toBe('type:order time:<1h');
  const ranged = withTimeRange(given, Date.parse('2026-11-22T10:00:00Z'), Date.parse('2026-11-22T11:00:00.5Z'));
  expect(applyFilter(foundLogFilters, ranged, now)).toEqual({
    problems: [],
    query: {
      ...{ level: ['info'], type: ['order'] },
      ...{ loggedAfter: '2026-11-22T10:00:00.000Z', loggedBefore: '2026-11-22T11:00:00.500Z' },
    },
  });
  expect(parseFilter(printFilter(ranged))).toEqual(ranged);
});
