import { expect, test } from 'vitest';
import { taskFilters } from '@/components/task/task-filters.ts';
import { type KnownParams, unknownParams } from './unknown-params.ts';

const anyText = { parse: (text: string) => text };
const known: KnownParams = { filter: anyText, sort: anyText };

const clausesOf = (search: string) =>
  unknownParams(new URLSearchParams(search), known, taskFilters).map(({ name, clause }) => [name, clause]);

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
  const unknown = unknownParams(search, {}, taskFilters);
  expect(unknown.map(({ name, clause, problem }) => [name, clause, problem])).toEqual([
    ['status', undefined, expect.stringMatching(/^“broken” is not one of .*failed/)],
    ['queue', undefined, expect.stringContaining('needs a value, such as queue:')],
    ['colour', undefined, 'no filter is called colour'],
    ['q', undefined, 'no filter is called q'],
    ['__proto__', undefined, 'no filter is called __proto__'],
  ]);
});

test('a page without a filter has no condition to offer', () => {
  expect(unknownParams(new URLSearchParams('columns=name&status=failed'), { columns: anyText })).toEqual([
    { name: 'status', values: ['failed'], clause: undefined, problem: 'this page has no status' },
  ]);
});

test('a value that a parameter cannot have is named, and none is no value', () => {
  const window = { parse: (text: string) => (text === '1h' ? text : null) };
  const named = (search: string) =>
    unknownParams(new URLSearchParams(search), { window }).map(({ problem }) => problem);
  expect(named('window=9d')).toEqual(['window cannot be “9d”']);
  expect([...named('window=1h'), ...named('window=')]).toEqual([]);
  const columns = { parse: () => null, problem: (text: string) => `there is no column ${text}` };
  expect(unknownParams(new URLSearchParams('columns=a'), { columns })[0]?.problem).toBe('there is no column a');
});

test('of a value that is known in part, only the other part is not applied', () => {
  const split = () => ({ unknown: 'b:hide', rest: 'a:80' });
  const columns = { parse: () => null, problem: () => 'there is no column b', split };
  expect(unknownParams(new URLSearchParams('columns=a:80,b:hide'), { columns })).toEqual([
    { name: 'columns', values: ['b:hide'], applied: 'a:80', clause: undefined, problem: 'there is no column b' },
  ]);
});

test('known parameters are left out', () => {
  expect(clausesOf('filter=status%3Afailed&sort=createdOn+asc')).toEqual([]);
});
