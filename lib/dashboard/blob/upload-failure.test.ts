import { DetailedError, type HttpRequest, type HttpResponse } from 'tus-js-client';
import { describe, expect, it } from 'vitest';
import { retryDelay } from '../live/retry-delay.ts';
import { createRate } from './transfer-rate.ts';
import { uploadFailureOf } from './upload-failure.ts';

const request: HttpRequest = {
  getMethod: () => 'PATCH',
  getURL: () => '/api/uploads/1',
  setHeader: () => undefined,
  getHeader: () => undefined,
  setProgressHandler: () => undefined,
  send: () => Promise.reject(new Error('unused')),
  abort: () => Promise.resolve(),
  getUnderlyingObject: () => undefined,
};

function failed(status: number, body: string, headers: Record<string, string> = {}): Error {
  const answer: HttpResponse = {
    getStatus: () => status,
    getHeader: (name) => headers[name],
    getBody: () => body,
    getUnderlyingObject: () => undefined,
  };
  return detailed(answer);
}

/** The library's declaration leaves its error's constructor out. */
function detailed(answer: HttpResponse | null): Error {
  return Object.assign(Object.create(DetailedError.prototype), {
    message: 'failed',
    originalRequest: request,
    originalResponse: answer,
    causingError: null,
  });
}

const problem = (code: string) => JSON.stringify({ code, detail: `It is ${code}.`, requestId: 'r1' });

describe('what became of a request of an upload', () => {
  it('a lost connection is waited for', () => {
    expect(uploadFailureOf(detailed(null))).toMatchObject({ retry: 'connection' });
    expect(uploadFailureOf(failed(503, problem('Unreachable')))).toMatchObject({ retry: 'connection' });
  });

  it.each([
    [409, 'UploadOffsetMismatch'],
    [423, 'UploadInUse'],
    [500, 'InternalError'],
    [429, 'TooManyRequests'],
  ])('%i %s passes', (status, code) => {
    expect(uploadFailureOf(failed(status, problem(code)))).toMatchObject({ retry: 'service', problem: { code } });
  });

  it.each([
    [409, 'BlobAlreadyExists'],
    [412, 'PreconditionFailed'],
    [400, 'ContentHashMismatch'],
    [413, 'PayloadTooLarge'],
    [403, 'InsufficientScope'],
  ])('%i %s is an answer', (status, code) => {
    expect(uploadFailureOf(failed(status, problem(code)))).toEqual({
      retry: 'never',
      problem: { code, detail: `It is ${code}.`, requestId: 'r1' },
    });
  });

  it('waits as long as it is asked to', () => {
    const failure = uploadFailureOf(failed(429, problem('TooManyRequests'), { 'Retry-After': '7' }));
    expect(failure.afterInMs).toBe(7_000);
  });

  it('says so when there is no reason', () => {
    expect(uploadFailureOf(failed(400, '<html>'))).toMatchObject({ retry: 'never', problem: { code: 'BadAnswer' } });
  });

  it('waits longer each time, half a minute at most', () => {
    expect([1, 2, 3, 6, 50].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
  });
});

describe('the rate of an upload', () => {
  it('is that of the last seconds, and starts anew when bytes were lost', () => {
    const rate = createRate();
    expect(rate.note(0, 0)).toBeUndefined();
    expect(rate.note(1_000, 1_000)).toBe(1_000);
    rate.note(10_000, 2_000);
    expect(rate.note(50_000, 6_000)).toBe(10_000);
    expect(rate.note(5_000, 7_000), 'fell back').toBeUndefined();
  });
});
