// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { onRefusedRight } from '../access/refused-right.ts';
import { ProblemError } from '../problem/problem.ts';
import { makeQueryClient } from './query-client.ts';

it('keeps nothing on the page that its operator may not read any more, and tells of the refusal', async () => {
  const client = makeQueryClient();
  const told = vi.fn();
  const stop = onRefusedRight(told);
  const queryFn = vi.fn(async () => 'hidden');
  const observer = new QueryObserver(client, { queryKey: ['locks'], queryFn });
  const unsubscribe = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('hidden'));
  queryFn.mockRejectedValueOnce(new ProblemError({ code: 'InternalError', detail: 'It failed.' }));
  await observer.refetch();
  expect([observer.getCurrentResult().data, told.mock.calls.length], 'a failure says nothing of rights').toEqual([
    'hidden',
    0,
  ]);
  queryFn.mockRejectedValueOnce(
    new ProblemError({ code: 'InsufficientScope', detail: 'You need the scope locks/read.' }),
  );
  await observer.refetch();
  const { data, error } = observer.getCurrentResult();
  expect([data, error?.message, told.mock.calls.length]).toEqual([undefined, 'You need the scope locks/read.', 1]);
  unsubscribe();
  stop();
});
