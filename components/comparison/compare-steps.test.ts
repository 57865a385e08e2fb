import { expect, test } from 'vitest';
import type { JsonValue, TaskError } from '#contract';
import { showValue } from '@/components/json/shown-value.ts';
import { steps } from '@/components/step/step.factory.ts';
import type { StepView } from '@/components/step/step-view.ts';
import { compareSteps, firstDifference, type StepSide } from './compare-steps.ts';

const named = (name: string, given: Partial<StepView> = {}) => steps.succeeded(0, 5, { name, ...given });
const returning = (name: string, output: JsonValue) => named(name, { output: showValue(output) });
const error: TaskError = { name: 'Error', message: 'no', fingerprint: 'f' };
const side = (given: StepView[], status: StepSide['status'] = 'succeeded'): StepSide => ({
  status,
  steps: given.map((step, sequence) => ({ ...step, sequence })),
});
/** The compared steps, one line each. */
const lines = (left: StepSide, right: StepSide) =>
  compareSteps(left, right).map(
    ({ left, right, verdict, differing }) =>
      `${left?.name ?? '–'} ${right?.name ?? '–'} ${[verdict, ...differing].join(' ')}`,
  );

test('the first difference is where the runs went different ways, not where a step returned something else', () => {
  const left = side([returning('reserve', 1), steps.failed(0, 5, { name: 'charge', error })], 'failed');
  const right = side([returning('reserve', 2), named('charge'), named('ship')]);
  expect(lines(left, right)).toEqual([
    'reserve reserve value output',
    'charge charge course status error',
    '– ship course',
  ]);
  expect(firstDifference(compareSteps(left, right))?.left?.name).toBe('charge');
  const same = side([returning('reserve', 1)]);
  expect(firstDifference(compareSteps(same, side([returning('reserve', 2)])))?.left?.name).toBe('reserve');
  expect(firstDifference(compareSteps(same, same))).toBeUndefined();
});

test('a step of another kind stands apart, and a retried one differs in its attempts', () => {
  const retried = named('pay', { attempts: [...named('').attempts, ...named('').attempts] });
  expect(lines(side([named('pay')]), side([retried]))).toEqual(['pay pay value attempts']);
  expect(lines(side([named('pay')]), side([steps.slept(0, 5, { name: 'pay' })]))).toEqual([
    'pay – course',
    '– pay course',
  ]);
});

test('what a run that goes on has not reached is no difference', () => {
  const right = side([named('a'), named('b'), named('c')]);
  expect(lines(side([named('a'), steps.running(0, { name: 'b' })], 'running'), right)).toEqual([
    'a a same',
    'b b open',
    '– c open',
  ]);
  expect(lines(side([named('b')], 'running'), right)).toEqual(['– a course', 'b b same', '– c open']);
  expect(lines(side([named('a')], 'cancelled'), right)).toEqual(['a a same', '– b course', '– c course']);
});

test('equal outputs and errors with hidden parts are not called the same', () => {
  const hidden = { $redacted: true };
  const redacted = { name: 'Error', message: '[redacted]', fingerprint: 'f' };
  expect(lines(side([returning('a', { pin: hidden })]), side([returning('a', { pin: hidden })]))).toEqual([
    'a a hidden',
  ]);
  const failed = () => side([steps.failed(0, 5, { name: 'a', error: redacted })], 'failed');
  expect(lines(failed(), failed())).toEqual(['a a hidden']);
  const held = (digest: string, hasHiddenParts = false) =>
    side([named('a', { output: { kind: 'held', bytes: 9, digest, hasHiddenParts } })]);
  expect(lines(held('x'), held('x'))).toEqual(['a a same']);
  expect(lines(held('x', true), held('x', true))).toEqual(['a a hidden']);
  expect(lines(held('x'), held('y'))).toEqual(['a a value output']);
});
