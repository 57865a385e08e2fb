import { expect, test } from 'vitest';
import { LosslessNumber } from '#contract';
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
