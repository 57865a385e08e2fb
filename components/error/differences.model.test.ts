import { expect, test } from 'vitest';
import { parseFilter } from '@/components/filter/clause.ts';
import { clausesOf, fieldWords, filterWith, percent, valueWords } from './differences.model.ts';

const counts = { matching: 3, others: 1 };

test.each([
  ['type', 'order', 'type:order'],
  ['tag.customer', 'Ada L', 'tag:"customer=Ada L"'],
  ['input/a/b', 'ES', 'input:/a/b=ES'],
  ['input/total', 12, 'input:/total=12'],
  ['duration', 'under 1 s', 'took:>100ms took:<1000ms'],
  ['queueWait', '1 h and more', 'waited:>3600000ms'],
  ['step.charge it', 'under 10 ms', 'step:"charge it" steptook:<10ms'],
])('a value of %s leads to the tasks that have it', (field, value, filter) => {
  const clauses = clausesOf(field, { value, ...counts }) ?? [];
  expect(filterWith('', clauses)).toBe(filter);
  expect(parseFilter(filterWith('group:2-a', clauses))).toEqual([...parseFilter('group:2-a'), ...clauses]);
});

test.each([
  ['hour', 3],
  ['input/items/*/sku', 'x'],
  ['input/a', null],
])('the list has no filter for %s', (field, value) => {
  expect(clausesOf(field, { value, ...counts })).toBeUndefined();
  expect(clausesOf('type', counts)).toBeUndefined();
});

test('fields, values and shares are worded', () => {
  expect([fieldWords('queueWait'), fieldWords('tag.a'), fieldWords('step.charge'), fieldWords('input/x')]).toEqual([
    'time in the queue',
    'tag a',
    'time of step charge',
    'input/x',
  ]);
  expect([valueWords(counts), valueWords({ value: false, ...counts })]).toEqual(['none', 'false']);
  expect([percent(96, 100), percent(4, 1_000), percent(0, 0)]).toEqual(['96 %', '0.4 %', '0 %']);
});
