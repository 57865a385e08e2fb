import { expect, test } from 'vitest';
import { type JsonValue, LosslessNumber, limits, stringifyJson } from '#contract';
import { NonRetryableError } from '../index.ts';
import { fillIn, referencesIn } from './references.ts';

const results = new Map([
  ['order', { body: { id: 9007199254740993n, lines: [{ 'a/b': 'x' }] }, status: 200 }],
  ['nothing', null],
]);

test('fills in results by pointer, whole or as part of a text, with every digit', () => {
  const template = {
    id: { $result: 'order', at: '/body/id' },
    deep: [{ $result: 'order', at: '/body/lines/0/a~1b' }],
    text: { $text: ['/orders/', { $result: 'order', at: '/body/id' }, '?s=', { $result: 'order', at: '/status' }] },
    none: { $result: 'nothing' },
    plain: { exact: new LosslessNumber('1.000000000000000000001'), $result: 1 },
  };
  expect(fillIn(template, results)).toEqual({
    id: 9007199254740993n,
    deep: ['x'],
    text: '/orders/9007199254740993?s=200',
    none: null,
    plain: template.plain,
  });
  expect(referencesIn(template).map(({ step }) => step)).toEqual(['order', 'order', 'order', 'order', 'nothing']);
});

test.each([
  [{ $result: 'order', at: '/body/missing' }, 'the result of step "order" has nothing at "/body/missing"'],
  [{ $result: 'order', at: '/body/lines/x' }, 'has nothing at'],
  [{ $result: 'order', at: '/constructor' }, 'has nothing at'],
  [{ $text: [{ $result: 'order', at: '/body' }] }, 'only strings, numbers and booleans'],
])('says what is wrong with %j', (template, message) => {
  expect(() => fillIn(template, results)).toThrow(message);
});

test.each([
  ['a list', (copies: JsonValue[]) => copies],
  ['a text', (copies: JsonValue[]) => ({ $text: copies })],
])('%s that copies a long result too often is refused before it is made', (_, template) => {
  const long = new Map([['page', { text: 'x'.repeat(1_000_000) }]]);
  const copies = (count: number) => template(Array.from({ length: count }, () => ({ $result: 'page', at: '/text' })));
  expect(stringifyJson(fillIn(copies(4), long)).length).toBeGreaterThan(4_000_000);
  const before = process.cpuUsage();
  expect(() => fillIn(copies(100_000), long)).toThrow(
    new NonRetryableError(
      `the results that a value refers to are longer than ${limits.taskOutputBytes} characters together (taskOutputBytes)`,
    ),
  );
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
});

test('a long object counts as often as it is copied', () => {
  const long = new Map([['page', { text: 'x'.repeat(1_000_000) }]]);
  const copies = (count: number) => Array.from({ length: count }, () => ({ $result: 'page' }));
  expect(fillIn(copies(4), long)).toHaveLength(4);
  expect(() => fillIn(copies(5), long)).toThrow(NonRetryableError);
});
