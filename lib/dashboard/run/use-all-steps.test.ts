// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { answerReads, refusal, showHook } from '../testing/show-hook.ts';
import { firstSteps } from './run-queries.ts';
import { useAllSteps } from './use-all-steps.ts';

it('says that later steps could not be read, and reads on when it is asked to', async () => {
  let isAway = true;
  const stepsOf = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ sequence: first + index, name: 's', status: 'succeeded' }));
  answerReads(({ searchParams }) => {
    if (!searchParams.has('continuationToken')) return { value: stepsOf(0, firstSteps), continuationToken: 'next' };
    return isAway ? refusal(503, 'DatabaseUnavailable', 'Try again.') : { value: stepsOf(firstSteps, 1) };
  });
  const run = await showHook(() => useAllSteps('t', 1), ['steps/read']);
  await vi.waitFor(() => expect(run.now.error?.message).toBe('Try again.'));
  expect(run.now.isComplete).toBe(false);
  isAway = false;
  await act(() => run.now.refetch());
  await vi.waitFor(() => expect(run.now.isComplete).toBe(true));
  expect(run.now.error).toBeNull();
  expect(run.now.steps).toHaveLength(firstSteps + 1);
});

it('asks for no steps without the scope to read them, and says so', async () => {
  const { asked } = answerReads(() => ({ value: [] }));
  const run = await showHook(() => useAllSteps('t', 1), ['tasks/read']);
  await vi.waitFor(() => expect(run.now.error?.message).toContain('You need the scope steps/read.'));
  await act(() => run.now.refetch().catch(() => {}));
  expect(asked).toEqual([]);
});
