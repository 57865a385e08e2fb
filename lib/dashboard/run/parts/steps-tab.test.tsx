// @vitest-environment jsdom
import { type ComponentProps, createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { run, taskOf } from '@/components/run/run.factory.ts';
import { runActions } from '@/components/run/run-actions.ts';
import { ProblemError } from '../../problem/problem.ts';
import { answerReads } from '../../testing/show-hook.ts';
import { pageSays, showPage, standInBrowser } from '../../testing/show-page.tsx';
import { StepsTab } from './steps-tab.tsx';

/** The server actions run on the server of the dashboard. */
vi.mock('../actions.ts', () => ({}));
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {} }) }));

beforeEach(() => {
  standInBrowser();
  answerReads(() => ({ value: [] }));
});

const seen = run.failed();

async function show(given: Partial<ComponentProps<typeof StepsTab>>): Promise<void> {
  const props: ComponentProps<typeof StepsTab> = {
    ...{
      task: taskOf(seen),
      run: seen,
      revealId: undefined,
      steps: [],
      farStep: undefined,
      isStepAbsent: false,
      isLoading: false,
    },
    ...{
      stepsFailure: null,
      onStepsRetry() {},
      onWork() {},
      loadMore: undefined,
      now: Date.parse('2026-11-21T09:01:00.000Z'),
    },
    ...{
      selected: null,
      onSelect() {},
      hasTrail: false,
      isFocusAsked: false,
      onFocusGiven() {},
      onFork() {},
      onRaise() {},
    },
    actions: runActions(seen.status, { stepCount: 0 }, () => undefined),
    similarHref: () => '/errors/1',
    listHref: () => '/tasks',
    ...given,
  };
  await showPage(() => createElement(StepsTab, props));
}

it.each([
  ['are not read yet', { isLoading: true }, 'Reading the steps…'],
  [
    'could not be read',
    { stepsFailure: new ProblemError({ code: 'InsufficientScope', detail: 'It needs steps/read.' }) },
    'The steps could not be read',
  ],
])('says nothing about where the time went while the steps %s', async (_, given, said) => {
  await show(given);
  await pageSays(said);
  expect(document.body.textContent).not.toMatch(/Other \d/);
});

it('says where the time went when the steps are read', async () => {
  await show({});
  await pageSays('Other');
});

it.each([
  [run.running(), 'No steps yet.'],
  [run.failed(), 'No steps.'],
])('says that a run has no steps, and expects none of one that has ended', async (without, said) => {
  const one = { ...without, stepCounts: { ...without.stepCounts, total: 0 } };
  await show({ run: one, task: taskOf(one) });
  await pageSays(said);
});

it('says that the run does not have the step of the address, with the run below', async () => {
  await show({ selected: 900, isStepAbsent: true });
  await pageSays('Run 1 has no step 900.');
  await pageSays('Output');
});
