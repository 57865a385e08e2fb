import { expect, test } from 'vitest';
import { parseFilter } from '@/components/filter/clause.ts';
import { clauseOf, fieldWords, filterWith, percent, valueWords } from './differences.model.ts';

const counts = { matching: 3, others: 1 };

test.each([
  ['type', 'order', 'type:order'],
  ['tag.customer', 'Ada L', 'tag:"customer=Ada L"'],
  ['input/a/b', 'ES', 'input:/a/b=ES'],
  ['input/total', 12, 'input:/total=12'],
])('a value of %s leads to the tasks that have it', (field, value, filter) => {
  const clause = clauseOf(field, { value, ...counts });
  expect(clause && filterWith('', clause)).toBe(filter);
  expect(clause && parseFilter(filterWith('group:2-a', clause))).toEqual([...parseFilter('group:2-a'), clause]);
});

test.each([
  ['hour', 3],
  ['input/items/*/sku', 'x'],
  ['input/a', null],
])('the list has no filter for %s', (field, value) => {
  expect(clauseOf(field, { value, ...counts })).toBeUndefined();
  expect(clauseOf('type', counts)).toBeUndefined();
});

test('fields, values and shares are worded', () => {
  expect([fieldWords('queueWait'), fieldWords('tag.a'), fieldWords('input/x')]).toEqual([
    'time in the queue',
    'tag a',
    'input/x',
  ]);
  expect([valueWords(counts), valueWords({ value: false, ...counts })]).toEqual(['none', 'false']);
  expect([percent(96, 100), percent(4, 1_000), percent(0, 0)]).toEqual(['96 %', '0.4 %', '0 %']);
});
