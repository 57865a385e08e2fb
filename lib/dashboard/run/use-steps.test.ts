// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { stepsOf } from '@/components/step/step-pages.ts';
import { answerReads, type ShownHook, showHook } from '../testing/show-hook.ts';
import { firstSteps, runKeys } from './run-queries.ts';
import { useSteps } from './use-run.ts';

/** What the service has: the steps of the first page, and how many come after them. */
let status: string;
let later: number;
/** What the read of a later page waits for. */
let gate: Promise<void>;
let run: ShownHook<ReturnType<typeof useSteps>>;

beforeEach(async () => {
  [status, later, gate] = ['started', 2, Promise.resolve()];
  answerReads(async ({ searchParams }) => {
    const given = { status, later };
    if (!searchParams.has('continuationToken'))
      return { value: steps(0, firstSteps, given.status), continuationToken: 'later' };
    await gate;
    return { value: steps(firstSteps, given.later, 'succeeded') };
  });
  run = await showHook(() => useSteps('t', 1), ['steps/read']);
  await vi.waitFor(() => expect(run.now.data).toBeDefined());
});

const steps = (first: number, count: number, status: string) =>
  Array.from({ length: count }, (_, index) => ({ sequence: first + index, name: 's', status }));

it('shows what a refresh has found, also when it comes while more steps are read', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  await act(async () => {
    const more = run.now.loadMore?.();
    await Promise.resolve();
    [status, later] = ['succeeded', 3];
    const refreshed = run.client.invalidateQueries({ queryKey: runKeys.task('t') });
    resolve();
    await Promise.all([more, refreshed]);
  });
  const shown = stepsOf(run.now.data);
  expect(new Set(shown.map((step) => step.status))).toEqual(new Set(['succeeded']));
  expect(shown).toHaveLength(firstSteps + 3);
  expect(run.now.loadMore, 'these are all').toBeUndefined();
});

it('keeps the steps that were asked for when a refresh began before', async () => {
  await act(() => Promise.all([run.client.invalidateQueries({ queryKey: runKeys.task('t') }), run.now.loadMore?.()]));
  expect(stepsOf(run.now.data)).toHaveLength(firstSteps + 2);
});
