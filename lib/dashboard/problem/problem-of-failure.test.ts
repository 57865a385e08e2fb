import { expect, test, vi } from 'vitest';
import { RequestFailedError, TaskClient } from '#client';
import { fullScope } from '#contract';
import { problemOfFailure } from './problem-of-failure.ts';

const state = new TaskClient('http://127.0.0.1:1', { key: 'k' }).getStateClient();
const failureOf = (work: () => Promise<unknown>) => work().then(String, (error: unknown) => problemOfFailure(error));

test('a link to what cannot be there is a wrong request, in words', async () => {
  expect(await failureOf(() => state.getStateAsync('No Store', 'a'))).toEqual({
    code: 'InvalidRequest',
    detail: expect.stringMatching(/^StoreName: a store name is 1 to 63 characters/),
  });
  expect(await failureOf(() => state.getStateAsync('orders', '..'))).toMatchObject({ code: 'InvalidRequest' });
});

test('an input that the client itself refuses is told place by place, as the service would', async () => {
  const tags = { 'a=b': 'c' };
  expect(await failureOf(() => state.saveStateAsync('orders', { id: 'a', value: 1, ttlInSeconds: 0, tags }))).toEqual({
    code: 'InvalidRequest',
    detail: expect.stringMatching(/^\/tags\/a=b: the key of a tag has no "=".*; \/ttlInSeconds: .*\.$/),
    errors: [
      { pointer: '/tags/a=b', message: expect.stringContaining('has no "="') },
      { pointer: '/ttlInSeconds', message: '-1 (never) or 1 to 3153600000' },
    ],
  });
  expect(await failureOf(() => state.saveBulkStateAsync('orders', { entries: [] }))).toMatchObject({
    code: 'InvalidRequest',
    errors: [{ pointer: '/entries' }],
  });
});

test('what else fails in the dashboard is its own failure, and stays in its log', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const error of [new RangeError('Invalid array length'), new TypeError('x: y'), new Error('password: p')])
    expect(problemOfFailure(error)).toMatchObject({
      code: 'InternalError',
      detail: expect.not.stringContaining('p: '),
    });
  expect(log).toHaveBeenCalledTimes(3);
  log.mockRestore();
});

test('a service that is away is told without a promise: who shows it says whether it is tried again', () => {
  const lost = new RequestFailedError('reset', { code: 'ConnectionFailed', operation: 'GetTask' });
  expect(problemOfFailure(lost)).toEqual({ code: 'Unreachable', detail: 'The service cannot be reached.' });
});

test('a missing scope is named as the dashboard names it, with who can grant it', () => {
  const message = `this operation needs the scope ${fullScope('steps/read')}`;
  const { detail } = problemOfFailure(
    new RequestFailedError(message, { code: 'InsufficientScope', operation: 'ListSteps' }),
  );
  expect(detail).toBe('This operation needs the scope steps/read. Ask an operator who manages operators.');
});

test('a right that no scope gives is refused without the advice to ask for one', () => {
  const message = 'a key of an operator can be rotated by that operator only';
  const failure = new RequestFailedError(message, { code: 'InsufficientScope', operation: 'RotateApiKey' });
  expect(problemOfFailure(failure).detail).toBe('A key of an operator can be rotated by that operator only.');
});
