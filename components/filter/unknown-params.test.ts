import { expect, test } from 'vitest';
import { taskFilters } from '@/components/task/task-filters.ts';
import { unknownParams } from './unknown-params.ts';

const clausesOf = (search: string) =>
  unknownParams(new URLSearchParams(search), ['filter', 'sort'], taskFilters).map(({ name, clause }) => [name, clause]);

test('a parameter that is a field of the language stands for its condition', () => {
  expect(clausesOf('filter=type%3Amail&status=failed,retrying&Queue=mail&status=waiting')).toEqual([
    ['status', { kind: 'field', key: 'status', values: ['failed', 'retrying', 'waiting'] }],
    ['Queue', { kind: 'field', key: 'queue', values: ['mail'] }],
  ]);
});

test('the plural of a field and usual names of a search are understood', () => {
  expect(clausesOf('types=mail&q=timed+out')).toEqual([
    ['types', { kind: 'field', key: 'type', values: ['mail'] }],
    ['q', { kind: 'text', text: 'timed out' }],
  ]);
});

test('what could not be applied as a filter is named with the reason', () => {
  const search = new URLSearchParams('status=broken&queue=&colour=red&q=&__proto__=1');
  const unknown = unknownParams(search, [], taskFilters);
  expect(unknown.map(({ name, clause, problem }) => [name, clause, problem])).toEqual([
    ['status', undefined, expect.stringMatching(/^“broken” is not one of .*failed/)],
    ['queue', undefined, expect.stringContaining('needs a value, such as queue:')],
    ['colour', undefined, 'no filter is called colour'],
    ['q', undefined, 'no filter is called q'],
    ['__proto__', undefined, 'no filter is called __proto__'],
  ]);
});

test('a page without a filter has no condition to offer', () => {
  expect(unknownParams(new URLSearchParams('columns=name&status=failed'), ['columns'])).toEqual([
    { name: 'status', values: ['failed'], clause: undefined, problem: 'this page has no status' },
  ]);
});

test('known parameters are left out', () => {
  expect(clausesOf('filter=status%3Afailed&sort=createdOn+asc')).toEqual([]);
});
