import { expect, test } from 'vitest';
import { scalarArray, textArray } from '#database';
import { NonRetryableError, StepFailedError } from '../definition/failures.ts';
import { toTaskError } from '../testing/errors-by-hand.ts';
import { maskOf } from './masking.ts';
import { delayBeforeNext } from './retry.ts';

const trap = () => {
  throw new Error('read');
};
const unreadable = new Proxy({}, { get: trap, getPrototypeOf: trap });
const circular = new Error('around');
circular.cause = new Error('and around', { cause: circular });

test.each([
  ['a string', 'boom', 'boom'],
  ['a circle of causes', circular, 'around: and around'],
  ['a message that is no text', Object.assign(new Error(), { message: { why: 'x' } }), '{"why":"x"}'],
  ['a name that is no text', Object.assign(new Error('boom'), { name: undefined }), 'boom'],
  ['a message that cannot be read', Object.defineProperty(new Error(), 'message', { get: trap }), ''],
  ['what cannot be read', unreadable, 'a value that cannot be read was thrown, which is no error'],
  ['an answer', new Response('no'), 'a value of the class Response was thrown, which is no error'],
  ['an object', { why: 'x' }, '{"why":"x"}'],
  ['nothing', undefined, 'undefined was thrown, which is no error'],
  ['NUL', new Error('a\u0000b'), 'a\ufffdb'],
  ['half of a character', new Error('a\ud83d'), 'a\ufffd'],
  ['a message that is an object', Object.assign(new Error('x'), { message: { why: 'y' } }), '{"why":"y"}'],
])('%s that was thrown becomes an error that can be stored', (_, thrown, message) => {
  expect(toTaskError(thrown, { type: 'order' })).toMatchObject({ name: 'Error', message });
});

test('a thrown value that is no error has no stack: the handler is not in it', () => {
  for (const thrown of ['boom', undefined, { why: 'x' }])
    expect(toTaskError(thrown, { type: 'order' })).not.toHaveProperty('stack');
});

const refusedBy = (host: string) => Object.assign(new Error(`connect ECONNREFUSED ${host}`), { code: 'ECONNREFUSED' });
const both = Object.assign(new AggregateError([refusedBy('::1'), refusedBy('127.0.0.1')], ''), {
  code: 'ECONNREFUSED',
});

test.each<[string, Error, string]>([
  ['its cause', new Error('fetch failed', { cause: refusedBy('::1') }), 'fetch failed: connect ECONNREFUSED ::1'],
  [
    'errors that are its cause together',
    new Error('fetch failed', { cause: both }),
    'fetch failed: connect ECONNREFUSED ::1; connect ECONNREFUSED 127.0.0.1',
  ],
  ['errors together', new AggregateError([refusedBy('::1')], 'all failed'), 'all failed: connect ECONNREFUSED ::1'],
  ['a chain', new Error('a', { cause: new Error('b', { cause: refusedBy('c') }) }), 'a: b: connect ECONNREFUSED c'],
  [
    'a cause that it quotes',
    new Error('no: connect ECONNREFUSED ::1 (2)', { cause: refusedBy('::1') }),
    'no: connect ECONNREFUSED ::1 (2)',
  ],
])('the message, the code and the stack of an error tell %s', (_, thrown, message) => {
  const error = toTaskError(thrown, { type: 'order' });
  expect(error).toMatchObject({ message, code: 'ECONNREFUSED' });
  expect(error.stack).toContain(thrown.stack);
  expect(error.stack?.split(/^Caused by: .*Error: connect ECONNREFUSED/m).length).toBeGreaterThan(1);
});

test('the stack of a step that failed, which has its causes in it, is told once', () => {
  const thrown = new Error('fetch failed', { cause: refusedBy('::1') });
  const failed = new StepFailedError('call', toTaskError(thrown, { type: 'order' }), thrown);
  const { message, stack } = toTaskError(new Error('not sent', { cause: failed }), { type: 'order' });
  expect(message).toBe('not sent: fetch failed: connect ECONNREFUSED ::1');
  expect(stack?.match(/^Caused by: .*$/gm)).toEqual([
    'Caused by: Error: fetch failed',
    'Caused by: Error: connect ECONNREFUSED ::1',
  ]);
});

test('a cause that is no error is told, in text', () => {
  expect(toTaskError(new Error('a', { cause: { why: 'x' } }), { type: 'order' })).toMatchObject({
    message: 'a: {"why":"x"}',
  });
});

test('failures with one message and causes of other codes have other fingerprints; what else a cause tells does not count', () => {
  const of = (cause: Error) => toTaskError(new Error('fetch failed', { cause }), { type: 'order' }).fingerprint;
  expect(of(refusedBy('10.0.0.1'))).toBe(of(refusedBy('10.0.0.2')));
  expect(of(refusedBy('10.0.0.1'))).not.toBe(of(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })));
});

test('a secret in a cause is masked', () => {
  const thrown = new Error('refused', { cause: new Error('no user hunter2') });
  const { message, stack } = toTaskError(thrown, { type: 'order', mask: maskOf(['hunter2']) });
  expect(`${message} ${stack}`).not.toContain('hunter2');
});

test('an error is cut between two characters, and its code has at most as many as its name', () => {
  const thrown = Object.assign(new Error(`x${'😀'.repeat(10_000)}`), {
    code: `x${'😀'.repeat(200)}`,
    name: '😀'.repeat(200),
  });
  const { name, message, code, stack } = toTaskError(thrown, { type: 'order' });
  for (const text of [name, message, code, stack]) expect(text?.isWellFormed()).toBe(true);
  expect([name.length, message.length, code?.length]).toEqual([256, 16_384, 256]);
});

test('what is thrown is final when one of its causes is, also in a circle', () => {
  const retry = { maximumAttempts: 5 };
  expect(delayBeforeNext(retry, 1, circular)).toBe(1_000);
  expect(delayBeforeNext(retry, 1, unreadable)).toBe(1_000);
  const final = new NonRetryableError('no');
  final.cause = new Error('x', { cause: final });
  expect(delayBeforeNext(retry, 1, final.cause)).toBeUndefined();
});

test('a fingerprint tells nothing of a secret, nor of the message where the task has sensitive pointers', () => {
  const of = (message: string, more: object = {}, step = 'ask') =>
    toTaskError(message, { type: 'order', ...more }, step).fingerprint;
  expect(of('no card for ann')).not.toBe(of('no card for bob'));
  const sensitive = { isSensitive: true };
  expect(of('no card for ann', sensitive)).toBe(of('E42 declined', sensitive));
  expect(of('a\n    at ann (/app/ann.ts:1:1)', sensitive)).toBe(of('no card', sensitive));
  expect(of('no card for ann', sensitive)).not.toBe(of('no card for ann', sensitive, 'charge'));
  const masked = (secret: string) => of(`refused: ${secret}`, { mask: maskOf([secret]) });
  expect(masked('hunter')).toBe(masked('walker'));
});

test('a secret is masked before a message is cut', () => {
  const secret = 'hunter2-value';
  const { message } = toTaskError('x'.repeat(16_380) + secret, { type: 'order', mask: maskOf([secret]) });
  expect(message).toBe(`${'x'.repeat(16_380)}***`);
});

test('a code goes along', () => {
  expect(toTaskError(Object.assign(new Error('x'), { code: 'ECONNRESET' }), { type: 'order' }).code).toBe('ECONNRESET');
  const ofStep = new StepFailedError('send', { name: 'Error', message: 'x', code: 'ECONNRESET', fingerprint: 'f' });
  expect(toTaskError(ofStep, { type: 'order' }).code).toBe('ECONNRESET');
  const cut = new Error(`${'x'.repeat(16_380)}hunter2-value`);
  const mask = (text: string) => text.replaceAll('hunter2-value', '***');
  expect(toTaskError(cut, { type: 'order', mask }).message).toMatch(/^x+\*\*\*$/);
  expect(toTaskError(cut, { type: 'order', mask }).stack).not.toContain('hunter2');
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
