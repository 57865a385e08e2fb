import { expect, test } from 'vitest';
import { createRequest } from './create-request.ts';
import { isWaiting } from './sent-operation.ts';

const target = { endpoint: 'http://service/base', timeoutInMs: 1_000 };
const get = (query: object) => createRequest(target, 'GetTask', { params: { id: 't' }, query }, {});

test('a try may take its timeout and as long as it asks the service to wait, in a query or in a body', () => {
  expect([get({}).timeout, isWaiting(get({}))]).toEqual([1_000, false]);
  expect([get({ waitInMs: 0 }).timeout, isWaiting(get({ waitInMs: 0 }))]).toEqual([1_000, false]);
  expect([get({ waitInMs: 60_000 }).timeout, isWaiting(get({ waitInMs: 60_000 }))]).toEqual([61_000, true]);
  const lock = createRequest(target, 'AcquireLock', { params: { name: 'l' }, body: { waitInMs: 500 } }, {});
  expect([lock.timeout, isWaiting(lock), lock.body]).toEqual([1_500, true, '{"waitInMs":500}']);
});

test('says what it accepts, and what it sends where it sends something', () => {
  const headersOf = (request: ReturnType<typeof createRequest>) => request.headers.toJSON();
  expect(headersOf(get({}))).toEqual({ accept: 'application/json' });
  expect(headersOf(createRequest(target, 'Watch', {}, {}))).toEqual({ accept: 'text/event-stream' });
  const create = createRequest(target, 'CreateTask', { body: { type: 'x' } }, { idempotencyKey: 'mine' });
  expect(headersOf(create)).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'idempotency-key': 'mine',
  });
  expect([create.method, create.url]).toEqual(['POST', 'http://service/base/v1/tasks']);
  const cancel = createRequest(target, 'CancelTask', { params: { id: 't' } }, {});
  expect([cancel.body, cancel.headers.has('content-type')]).toEqual([undefined, false]);
});

test('carries the signal of its caller, or none', () => {
  const { signal } = new AbortController();
  expect(createRequest(target, 'GetLimits', {}, { abortSignal: signal }).abortSignal).toBe(signal);
  expect(get({}).abortSignal).toBeUndefined();
});

test('no value of a header can end it', () => {
  const given = (headers: Record<string, string>) =>
    createRequest(target, 'GetState', { params: { storeName: 's', id: 'a' }, headers }, {});
  for (const value of ['a\r\nb: c', 'a\u0000', 'é', '\u007f'])
    expect(() => given({ 'If-None-Match': value })).toThrow(RangeError);
  expect(given({ 'If-None-Match': '"1", W/"2"' }).headers.get('If-None-Match')).toBe('"1", W/"2"');
});

test('an id or a name that is not a string is refused, a run count may be a number', () => {
  for (const id of [5, 77n, true])
    expect(() => createRequest(target, 'GetTask', { params: { id } }, {})).toThrow(
      new TypeError('id: must be a string'),
    );
  expect(() => createRequest(target, 'AcquireLock', { params: { name: 5 }, body: {} }, {})).toThrow(TypeError);
  for (const runCount of [2, 2n])
    expect(
      createRequest(target, 'ForkRun', { params: { id: 't', runCount }, body: { fromSequence: 1 } }, {}).url,
    ).toMatch(/\/t\/history\/2\/fork$/);
});
