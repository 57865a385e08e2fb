// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { steps } from '@/components/step/step.factory.ts';
import type { StepView } from '@/components/step/step-view.ts';
import { type ShownHook, showHook } from '../testing/show-hook.ts';
import { useTroubledStep } from './use-troubled-step.ts';

const first = steps.waiting(0, 'first child', { sequence: 0 });
const second = steps.waiting(20, 'second child', { sequence: 1 });
const ended = (step: StepView): StepView => ({ ...step, status: 'succeeded' });

let loaded: StepView[];
let trouble: StepView | undefined;
let runName: string;
let shown: ShownHook<ReturnType<typeof useTroubledStep>>;

beforeEach(async () => {
  [loaded, trouble, runName] = [[first], first, 't 1'];
  shown = await showHook(() => useTroubledStep({ runName, trouble, loaded }));
});

const become = async (next: { loaded: StepView[]; trouble: StepView | undefined }) => {
  ({ loaded, trouble } = next);
  await shown.again();
};

it('keeps the step whose trouble is over, until another one is in trouble', async () => {
  await become({ loaded: [ended(first)], trouble: undefined });
  expect(shown.now.step).toBe(0);
  await become({ loaded: [ended(first), second], trouble: second });
  expect(shown.now.step).toBe(1);
});

it('goes from a step that failed and is retried to the one that the run failed in', async () => {
  const [caught, fatal] = [steps.failed(0, 10, { sequence: 0 }), steps.failed(20, 30, { sequence: 1 })];
  await become({ loaded: [caught], trouble: caught });
  await become({ loaded: [caught, fatal], trouble: fatal });
  expect(shown.now.step).toBe(1);
});

it('keeps one of several waits while it waits', async () => {
  await become({ loaded: [first, second], trouble: second });
  expect(shown.now.step).toBe(0);
  await become({ loaded: [ended(first), second], trouble: second });
  expect(shown.now.step).toBe(1);
});

it('keeps the step that the operator works with', async () => {
  await act(async () => shown.now.hold());
  await become({ loaded: [ended(first), second], trouble: second });
  expect(shown.now.step).toBe(0);
});

it('selects nothing after the operator has selected something', async () => {
  await act(async () => shown.now.leave());
  await become({ loaded: [ended(first), second], trouble: second });
  expect(shown.now.step).toBeNull();
});

it('begins anew with another run', async () => {
  await act(async () => shown.now.hold());
  runName = 't 2';
  await become({ loaded: [first, second], trouble: second });
  expect(shown.now.step).toBe(1);
});
