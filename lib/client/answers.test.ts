import { createHttpHeaders, createPipelineRequest, RestError } from '@azure/core-rest-pipeline';
import { describe, expect, test } from 'vitest';
import { LosslessNumber } from '#contract';
import { failedAnswer, failedSending } from './answer-errors.ts';
import { readBlobDetails } from './blobs/blob-details.ts';
import type { OperationOptions } from './options.ts';
import { NoTokenError } from './policies/authentication.ts';
import { RequestFailedError } from './request-failed-error.ts';
import { deserialize } from './serializer.ts';
import { errorFromWire, errorToWire, fromWire, toWire } from './sync/sync-wire.ts';
import { withinTime } from './within-time.ts';

const operation = 'GetState';
const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe('data', () => {
  const given = { whole: 9007199254740993n, exact: new LosslessNumber('0.10000000000000000001'), list: [1, 'a', null] };

  test('is exact, or rounded where that is asked for; none is null', () => {
    expect(deserialize(given, undefined, operation)).toEqual(given);
    const rounded = { whole: 9007199254740992, exact: 0.1, list: [1, 'a', null] };
    expect(deserialize(given, { numbers: 'double' }, operation)).toEqual(rounded);
    expect(deserialize(undefined, {}, operation)).toBeNull();
    expect(deserialize(undefined, { numbers: 'double' }, operation)).toBeNull();
  });

  test('is revived innermost first, as by JSON.parse; undefined removes a member', () => {
    const text = '{"a":[1,{"b":2}],"__proto__":{"c":3},"gone":4}';
    const visit = (calls: string[]) => (name: string, part: unknown) => {
      calls.push(name);
      return name === 'gone' ? undefined : typeof part === 'number' ? part * 10 : part;
    };
    const [ours, theirs]: [string[], string[]] = [[], []];
    const revived = deserialize<object>(JSON.parse(text), { reviver: visit(ours) }, operation);
    expect(revived).toEqual(JSON.parse(text, visit(theirs)));
    expect(ours).toEqual(theirs);
    expect(Object.keys(revived)).toEqual(['a', '__proto__']);
    const digits = deserialize({ n: new LosslessNumber('1e400') }, { reviver: (_, part) => part }, operation);
    expect(digits).toEqual({ n: new LosslessNumber('1e400') });
  });

  test('that the schema rejects is an error with its places, of any library', () => {
    const failing = (cause: unknown) => {
      const parse = (): never => {
        throw cause;
      };
      return thrownBy(() => deserialize(1, { schema: { parse } }, operation));
    };
    const issues = [{ path: ['a/b', { key: 0 }], message: 'wrong' }, { message: 'odd' }];
    expect(failing({ issues })).toMatchObject({
      ...{ code: 'UnexpectedValue', operation, cause: { issues } },
      message: 'the value does not match the schema: /a~1b/0: wrong; the value: odd',
      details: [
        { pointer: '/a~1b/0', message: 'wrong' },
        { pointer: '', message: 'odd' },
      ],
    });
    expect(failing(new Error('no'))).toMatchObject({ details: [{ pointer: '', message: 'no' }] });
    expect(failing('no')).toMatchObject({ details: [{ pointer: '', message: 'no' }] });
    expect(deserialize(2, { schema: { parse: Number } }, operation)).toBe(2);
  });
});

describe('the headers of a download', () => {
  const details = (status: number, headers: Record<string, string>) =>
    readBlobDetails({ status, headers: createHttpHeaders(headers), stream: (async function* () {})() });
  const whole = { ETag: '"1"', 'Content-Length': '9' };

  test('tell what the blob is', () => {
    const contentHash = 'ab'.repeat(32);
    const digest = Buffer.from(contentHash, 'hex').toString('base64');
    expect(details(200, whole)).toStrictEqual({
      ...{ contentLength: 9, offset: 0, blobLength: 9, contentType: 'application/octet-stream', etag: '"1"' },
    });
    const more = {
      ...{ 'Content-Type': 'a/b', 'Content-Encoding': 'gzip', 'Content-Disposition': 'inline' },
      ...{ 'Repr-Digest': `md5=:AA==:, sha-256=:${digest}:`, 'Last-Modified': 'Sun, 22 Nov 2026 10:00:00 GMT' },
    };
    expect(details(200, { ...whole, ...more })).toMatchObject({
      ...{ contentType: 'a/b', contentEncoding: 'gzip', contentDisposition: 'inline', contentHash },
      lastModifiedOn: '2026-11-22T10:00:00.000Z',
    });
    expect(details(200, { ...whole, 'Repr-Digest': 'xsha-256=:AA==:' })).not.toHaveProperty('contentHash');
  });

  test('of a part tell which part of how much', () => {
    const part = (range: string) => details(206, { ...whole, 'Content-Range': range });
    expect(part('bytes 10-18/100')).toMatchObject({ contentLength: 9, offset: 10, blobLength: 100 });
    for (const range of [
      'bytes 10-19/100',
      'kilobytes 10-18/100',
      'bytes 10-18/*',
      'items 10-18/100',
      'bytes 10-18/100,',
    ])
      expect(part(range)).toBeUndefined();
    expect(details(206, whole)).toBeUndefined();
    expect(details(200, { ...whole, 'Content-Range': 'bytes 10-18/100' })).toMatchObject({ offset: 0, blobLength: 9 });
  });

  test('of something else are no blob', () => {
    for (const headers of [{ ETag: '"1"' }, { 'Content-Length': '9' }, { ...whole, 'Content-Length': '9.5' }])
      expect(details(200, headers)).toBeUndefined();
  });
});

describe('a failure', () => {
  const request = createPipelineRequest({
    url: 'http://service',
    headers: createHttpHeaders({ 'x-request-id': 'mine' }),
  });
  const answer = (status: number, bodyAsText: string, headers: Record<string, string> = {}) =>
    failedAnswer(operation, { request, status, headers: createHttpHeaders(headers), bodyAsText });
  const problem = {
    type: 'about:blank',
    title: 'x',
    status: 404,
    detail: 'none',
    code: 'StateNotFound',
    requestId: 'its',
  };

  test('is what the service says, or that it did not say it', () => {
    expect(answer(404, JSON.stringify(problem), { 'Retry-After': '2' })).toMatchObject({
      ...{ message: 'none', code: 'StateNotFound', statusCode: 404, requestId: 'its', retryAfterInMs: 2_000 },
      ...{ details: [], failures: [] },
    });
    expect(answer(304, '')).toMatchObject({ code: 'NotModified', statusCode: 304, requestId: 'mine' });
    const headers = { 'x-request-id': 'theirs' };
    expect(answer(304, '', headers)).toMatchObject({ requestId: 'theirs' });
    for (const text of ['<html>', '{"code":"StateNotFound"}', ''])
      expect(answer(502, text)).toMatchObject({ code: 'UnexpectedAnswer', statusCode: 502, requestId: 'mine' });
  });

  test('without an answer is a time that is over, a token that is missing or a connection; a defect stays one', () => {
    const sending = (cause: unknown) => failedSending(operation, request, cause);
    const lost = new RestError('reset', { code: 'ECONNRESET' });
    expect(sending(lost)).toMatchObject({
      ...{ code: 'ConnectionFailed', message: 'the service cannot be reached: reset', requestId: 'mine', cause: lost },
    });
    expect(sending(new NoTokenError('no token'))).toMatchObject({ code: 'NoToken', message: 'no token' });
    const defect = new TypeError('x is not a function');
    expect(sending(defect)).toBe(defect);
  });

  test('of one entry has its entity tag, of several none', () => {
    const failure = {
      operation: 'upsert',
      index: 0,
      id: 'a',
      code: 'PreconditionFailed',
      message: '',
      currentEtag: '"1"',
    } as const;
    const failed = (count: number) =>
      new RequestFailedError('', { operation, code: 'PreconditionFailed', failures: Array(count).fill(failure) });
    expect([0, 1, 2].map((count) => failed(count).currentEtag)).toEqual([undefined, '"1"', undefined]);
  });

  test('crosses threads with its class, its facts and its causes', () => {
    const cause = Object.assign(new TypeError('inner'), { code: 'E1', socket: () => {} });
    const facts = { operation, code: 'UnexpectedValue', statusCode: 400, retryAfterInMs: 5, cause } as const;
    const crossed = errorFromWire(structuredClone(errorToWire(new RequestFailedError('outer', facts))));
    expect(crossed).toBeInstanceOf(RequestFailedError);
    expect(crossed).toMatchObject({ message: 'outer', code: 'UnexpectedValue', statusCode: 400, retryAfterInMs: 5 });
    expect(crossed.cause).toMatchObject({ name: 'TypeError', message: 'inner', code: 'E1' });
    expect(crossed.cause).not.toHaveProperty('socket');
    expect(errorFromWire(errorToWire('text'))).toMatchObject({ name: 'Error', message: 'text' });
  });
});

test('a value crosses threads with its exact numbers, bytes and names', () => {
  const value = {
    n: new LosslessNumber('1e400'),
    b: 1n,
    list: [Buffer.from('x'), null, undefined],
    ['__proto__']: { a: 1 },
  };
  const crossed = fromWire(structuredClone(toWire(value, 'form')));
  expect(crossed).toEqual({ ...value, list: [new Uint8Array([120]), null, undefined], ['__proto__']: { a: 1 } });
  expect(Object.keys(Object(crossed))).toContain('__proto__');
  const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });
  expect(() => toWire(deep(3), 'form', 3)).not.toThrow();
  expect(thrownBy(() => toWire(deep(4), 'form', 3))).toBeInstanceOf(RangeError);
});

describe('work within a time', () => {
  const hanging = ({ abortSignal }: OperationOptions) =>
    new Promise<never>((_, reject) => {
      abortSignal?.addEventListener('abort', () => reject(Object.assign(new Error('stopped'), { name: 'AbortError' })));
    });

  test('is given up when the time is over, and stopped when it is aborted', async () => {
    await expect(withinTime(operation, { timeoutInMs: 1 }, hanging)).rejects.toMatchObject({
      ...{ code: 'RequestTimedOut', operation, message: 'not done within 1 ms' },
    });
    const stop = new AbortController();
    const stopped = withinTime(operation, { timeoutInMs: 60_000, abortSignal: stop.signal }, hanging);
    stop.abort();
    await expect(stopped).rejects.toThrow('stopped');
    expect(
      await withinTime(operation, { timeoutInMs: 60_000 }, async ({ timeoutInMs }) => timeoutInMs),
    ).toBeUndefined();
  });

  test('fails with its own error, also when the time is over by then', async () => {
    const own = new Error('own');
    const failing = (options: OperationOptions) => hanging(options).catch(() => Promise.reject(own));
    await expect(withinTime(operation, { timeoutInMs: 1 }, failing)).rejects.toBe(own);
    const early = Object.assign(new Error('early'), { name: 'AbortError' });
    await expect(withinTime(operation, { timeoutInMs: 60_000 }, () => Promise.reject(early))).rejects.toBe(early);
    const late = (options: OperationOptions) => hanging(options).finally(() => stop.abort());
    const stop = new AbortController();
    const both = withinTime(operation, { timeoutInMs: 1, abortSignal: stop.signal }, late);
    await expect(both).rejects.toThrow('stopped');
    await expect(withinTime(operation, { timeoutInMs: 0 }, hanging)).rejects.toThrow(RangeError);
  });
});
