import { expect, test } from 'vitest';
import { stateFilters } from '@/components/state/state-filters.ts';
import { applyFilter } from './apply-filter.ts';
import { parseFilter } from './clause.ts';
import { suggest } from './suggest.ts';

const applied = (text: string) => applyFilter(stateFilters, parseFilter(text), new Date());

test.each([
  ['value.customer:A-17', ['["/customer","=","A-17"]']],
  ['value.total:100', ['["/total","=",100,"100"]']],
  ['value.Total:9007199254740993', ['["/Total","=",9007199254740993,"9007199254740993"]']],
  ['value.zip:007,"a b",true', ['["/zip","=","007","a b",true,"true"]']],
  ['-value.customer:A,B', ['["/customer","!=","A","B"]']],
  ['value.paid:*', ['["/paid","exists"]']],
  ['-value.paid:*', ['["/paid","missing"]']],
  ['value.total:>100', ['["/total",">",100]']],
  ['value.total:1..1e3', ['["/total",">=",1]', '["/total","<=",1e3]']],
  ['value.on:2026-11-01..2026-11-02', ['["/on",">=","2026-11-01"]', '["/on","<=","2026-11-02"]']],
  ['value/a.b/0/x~1y:1', ['["/a.b/0/x~1y","=",1,"1"]']],
  ['value.customer = "A-17" and value.total > 100', ['["/customer","=","A-17"]', '["/total",">",100]']],
  ['value:A-17 value.b:1', ['["","holds","A-17"]', '["/b","=",1,"1"]']],
  ['value.a!=1 AND value.b<=2', ['["/b","<=",2]', '["/a","!=",1,"1"]']],
])('%s is %j', (text, value) => {
  expect(applied(text)).toEqual({ query: { value }, problems: [] });
});

test.each([
  ['value.total:', 'needs a value'],
  ['value.total:>', 'a range needs'],
  ['value.total:>1,<5', 'stands alone'],
  ['-value.total:>1', 'cannot be negated'],
  ['value.list.-1:a', 'index'],
  ['value:x,y', 'takes one value'],
  ['-value:x', 'cannot be negated'],
])('%s says what is wrong', (text, message) => {
  const { query, problems } = applied(text);
  expect(query).toEqual({});
  expect(problems).toMatchObject([{ index: 0, message: expect.stringContaining(message) }]);
});

test('paths are completed', () => {
  const sources = { paths: ['/customer/name', '/a.b', '/total'] };
  const offered = (text: string) => suggest(stateFilters, text, text.length, sources).map(({ label }) => label);
  expect(offered('val')).toEqual(['value.']);
  expect(offered('has:blob -value.')).toEqual(['-value.customer.name:', '-value.total:']);
  expect(offered('value.CUST')).toEqual(['value.customer.name:']);
  const indexed = suggest(stateFilters, 'value.', 6, { ...sources, indexedPaths: ['/zip', '/total'] });
  expect(indexed.map(({ label, about }) => [label, about])).toEqual([
    ['value.zip:', 'indexed'],
    ['value.total:', 'indexed'],
    ['value.customer.name:', undefined],
  ]);
});
