import { createHttpHeaders, createPipelineRequest, RestError } from '@azure/core-rest-pipeline';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deadlinePolicy, timedOutCode } from './deadline.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const { sendRequest } = deadlinePolicy();
const requestWith = (timeout: number, abortSignal?: AbortSignal) =>
  createPipelineRequest({ url: 'http://x/', timeout, ...(abortSignal && { abortSignal }) });

/** Answers after a time, unless the signal of the request aborts before. */
const answerAfter = (milliseconds: number) => (request: ReturnType<typeof createPipelineRequest>) =>
  new Promise<{ request: typeof request; status: number; headers: ReturnType<typeof createHttpHeaders> }>(
    (resolve, reject) => {
      setTimeout(() => resolve({ request, status: 200, headers: createHttpHeaders() }), milliseconds);
      const { abortSignal } = request;
      if (abortSignal instanceof AbortSignal) abortSignal.addEventListener('abort', () => reject(new Error('aborted')));
    },
  );

test('an answer within the time is given, and the request is as it was', async () => {
  const request = requestWith(100);
  const answer = sendRequest(request, answerAfter(99));
  expect(request.timeout, 'the pipeline has no other limit').toBe(0);
  await vi.advanceTimersByTimeAsync(99);
  expect(await answer).toMatchObject({ status: 200 });
  expect([request.timeout, 'abortSignal' in request, vi.getTimerCount()]).toEqual([100, false, 0]);
});

test('without one the try ends, with its own code', async () => {
  const request = requestWith(100);
  const answer = sendRequest(request, answerAfter(200)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  const failure = await answer;
  expect(failure).toBeInstanceOf(RestError);
  expect(failure).toMatchObject({ message: 'no answer within 100 ms', code: timedOutCode });
});

test('a failure before, or an abort of the caller, stays what it is', async () => {
  const failure = new Error('refused');
  await expect(sendRequest(requestWith(100), () => Promise.reject(failure))).rejects.toBe(failure);
  const controller = new AbortController();
  const request = requestWith(100, controller.signal);
  const answer = sendRequest(request, answerAfter(200)).catch((error: unknown) => error);
  controller.abort();
  expect(await answer).toMatchObject({ message: 'aborted' });
  expect(request.abortSignal).toBe(controller.signal);
});

test('no time is no limit', async () => {
  const request = requestWith(0);
  const answer = sendRequest(request, answerAfter(10_000));
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await answer).toMatchObject({ status: 200 });
});
