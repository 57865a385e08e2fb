import { createHttpHeaders, createPipelineRequest, type HttpMethods, RestError } from '@azure/core-rest-pipeline';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RetryOptions } from '../options.ts';
import { retryPolicy } from './retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** One try: its status and headers, or the code of the error that it ends with. */
type Outcome = { status: number; headers?: Record<string, string> } | { code: string | undefined };

/** At which millisecond each try is sent, and what the call comes to. Time passes only while the policy waits. */
async function tries(outcomes: readonly Outcome[], options: RetryOptions = {}, method: HttpMethods = 'GET') {
  const request = createPipelineRequest({ url: 'http://service/v1/tasks/t', method });
  const startedAt = Date.parse('2026-11-21T10:00:00Z');
  vi.setSystemTime(startedAt);
  const sentAt: number[] = [];
  const next = async () => {
    const outcome = outcomes[Math.min(sentAt.length, outcomes.length - 1)] ?? { status: 200 };
    sentAt.push(Date.now() - startedAt);
    if ('code' in outcome) throw new RestError('broken', { ...(outcome.code && { code: outcome.code }), request });
    return { request, status: outcome.status, headers: createHttpHeaders(outcome.headers ?? {}) };
  };
  const settled = retryPolicy(options)
    .sendRequest(request, next)
    .then(
      ({ status }) => status,
      ({ code }: RestError) => code ?? 'no code',
    );
  await vi.runAllTimersAsync();
  return { sentAt, outcome: await settled };
}

const away: Outcome = { status: 503 };
const awayFor = (retryAfter: string, headers: Record<string, string> = {}): Outcome => ({
  status: 503,
  headers: { 'Retry-After': retryAfter, ...headers },
});

describe('the time between two tries', () => {
  test('doubles, and after four more tries the answer is the caller’s', async () => {
    expect(await tries([away])).toEqual({ sentAt: [0, 100, 300, 700, 1_500], outcome: 503 });
  });

  test('grows to its maximum and no further', async () => {
    const options = { initialDelayInMs: 100, maximumDelayInMs: 250, maximumRetries: 5 };
    expect((await tries([away], options)).sentAt).toEqual([0, 100, 300, 550, 800, 1_050]);
  });

  test('is shorter by up to a half, so that many callers do not come at once', async () => {
    vi.mocked(Math.random).mockReturnValue(0);
    expect((await tries([away])).sentAt).toEqual([0, 50, 150, 350, 750]);
  });

  test('is what Retry-After says where that is longer', async () => {
    expect((await tries([awayFor('2'), { status: 200 }])).sentAt).toEqual([0, 2_000]);
    expect((await tries([awayFor('0'), { status: 200 }])).sentAt).toEqual([0, 100]);
    expect((await tries([awayFor('soon'), { status: 200 }])).sentAt).toEqual([0, 100]);
    const date = { Date: 'Sat, 21 Nov 2026 07:00:00 GMT' };
    expect((await tries([awayFor('Sat, 21 Nov 2026 07:00:03 GMT', date), { status: 200 }])).sentAt).toEqual([0, 3_000]);
    expect((await tries([awayFor('Sat, 21 Nov 2026 10:00:04 GMT'), { status: 200 }])).sentAt).toEqual([0, 4_000]);
    expect((await tries([awayFor('Sat, 21 Nov 2026 06:00:00 GMT', date), { status: 200 }])).sentAt).toEqual([0, 100]);
  });

  test('is never longer than the maximum: a service that asks for more is not waited for', async () => {
    expect(await tries([awayFor('20'), { status: 200 }])).toEqual({ sentAt: [0, 20_000], outcome: 200 });
    expect(await tries([awayFor('21'), { status: 200 }])).toEqual({ sentAt: [0], outcome: 503 });
  });

  test('is the same after a lost connection', async () => {
    const lost = { code: 'ECONNRESET' };
    expect(await tries([lost])).toEqual({ sentAt: [0, 100, 300, 700, 1_500], outcome: 'ECONNRESET' });
    expect(await tries([lost, { status: 200 }])).toEqual({ sentAt: [0, 100], outcome: 200 });
  });
});

test('no retries is one try', async () => {
  expect((await tries([away], { maximumRetries: 0 })).sentAt).toEqual([0]);
  expect((await tries([{ code: 'ECONNREFUSED' }], { maximumRetries: 0 })).sentAt).toEqual([0]);
});

/** What each method that carries no key does after each way to fail: it is sent again, or not. */
const again: [HttpMethods, Outcome, boolean][] = [
  ['GET', { status: 502 }, true],
  ['GET', { status: 503 }, true],
  ['GET', { status: 504 }, true],
  ['GET', { status: 429 }, true],
  ['GET', { status: 500 }, false],
  ['GET', { status: 501 }, false],
  ['GET', { status: 409 }, false],
  ['GET', { status: 404 }, false],
  ['GET', { status: 200 }, false],
  ['HEAD', { status: 503 }, true],
  ['PUT', { status: 503 }, true],
  ['DELETE', { status: 503 }, true],
  ['PATCH', { status: 502 }, false],
  ['PATCH', { status: 503 }, false],
  ['PATCH', { status: 504 }, false],
  ['PATCH', { status: 429 }, true],
  ['POST', { status: 503 }, false],
  ['POST', { status: 429 }, true],
  ['GET', { code: 'ECONNRESET' }, true],
  ['GET', { code: 'PARSE_ERROR' }, true],
  ['PUT', { code: 'EPIPE' }, true],
  ['PATCH', { code: 'ECONNRESET' }, false],
  ['PATCH', { code: 'ECONNREFUSED' }, true],
  ['PATCH', { code: 'ENOTFOUND' }, true],
  ['POST', { code: 'ETIMEDOUT' }, false],
  ['POST', { code: 'EAI_AGAIN' }, true],
  ['GET', { code: 'REQUEST_TIMED_OUT' }, false],
  ['GET', { code: undefined }, false],
];

test.each(again)('%s after %j: sent again is %s', async (method, outcome, isAgain) => {
  const { sentAt } = await tries([outcome, { status: 200 }], {}, method);
  expect(sentAt).toHaveLength(isAgain ? 2 : 1);
});
