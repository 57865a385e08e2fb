import { expect, test } from 'vitest';
import { scalarArray, textArray } from '#database';
import { NonRetryableError } from '../definition/failures.ts';
import { maskOf } from './masking.ts';
import { delayBeforeNext } from './retry.ts';
import { fingerprint, toTaskError } from './task-error.ts';

test('failures of one cause have one fingerprint, those of others have not', () => {
  const of = (message: string, step = 'charge', name = 'Error') => fingerprint('order', step, name, message);
  expect(of('order 1044 not found in "archive"')).toBe(of('order 99 not found in "live"'));
  expect(of('no user 01890f3a-6c1c-7d2e-9b1a-0123456789ab')).toBe(of('no user 01890f3a-ffff-7d2e-9b1a-0123456789ab'));
  expect(of('object deadbeef01 is gone')).toBe(of('object cafe123456 is gone'));
  expect(of('order not found')).not.toBe(of('order not paid'));
  expect(of('same', 'one')).not.toBe(of('same', 'two'));
  expect(of('same', 'one', 'TypeError')).not.toBe(of('same', 'one', 'RangeError'));
});

test.each([
  ['a string', 'boom', 'boom'],
  ['an object', { why: 'x' }, '{"why":"x"}'],
  ['nothing', undefined, 'undefined'],
  ['NUL', new Error('a\u0000b'), 'a\ufffdb'],
])('%s that was thrown becomes an error that can be stored', (_, thrown, message) => {
  expect(toTaskError(thrown, 'order')).toMatchObject({ name: 'Error', message });
});

test('a code goes along', () => {
  expect(toTaskError(Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'order').code).toBe('ECONNRESET');
});

test('secrets are masked, also as JSON writes them, the longer first', () => {
  const mask = maskOf(['pass', 'pass"word', 'abc']);
  expect(mask('a pass"word and pass')).toBe('a *** and ***');
  expect(mask(JSON.stringify({ it: 'pass"word' }))).toBe('{"it":"***"}');
  expect(mask('abc')).toBe('abc');
});

test('back-off grows to its limit and ends with the attempts or a final error', () => {
  const retry = { maximumAttempts: 5, initialIntervalInMs: 100, backoffCoefficient: 3, maximumIntervalInMs: 500 };
  expect([1, 2, 3, 4, 5].map((attempt) => delayBeforeNext(retry, attempt, new Error('x')))).toEqual([
    100,
    300,
    500,
    500,
    undefined,
  ]);
  expect(delayBeforeNext(retry, 1, new Error('outer', { cause: new NonRetryableError('x') }))).toBeUndefined();
  expect(delayBeforeNext(undefined, 1, new Error('x'))).toBeUndefined();
});

test('array literals carry what text can hold', () => {
  expect(scalarArray([1, null, true])).toBe('{1,NULL,true}');
  expect(textArray(['a', null, 'b"\\,{}', ''])).toBe('{"a",NULL,"b\\"\\\\,{}",""}');
});
