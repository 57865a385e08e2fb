import { hiddenMessage, isEnded, type TaskError, type TaskStatus } from '#contract';
import type { ShownValue } from '@/components/json/shown-value.ts';
import type { StepView } from '@/components/step/step-view.ts';
import { align } from './align.ts';
import { jsonChanges, type Verdict, verdictOf } from './json-changes.ts';

/** A part of a step that can differ. */
type StepPart = 'status' | 'error' | 'attempts' | 'output';

/**
 * Steps of two runs at the same place. `course`: the runs went different ways here. `value`: only what the step returned
 * differs. `hidden`: no difference in what may be seen. `open`: a run that has not ended may still come here.
 */
export type ComparedStep = {
  /** The sequences of both steps. */
  id: `${string}|${string}`;
  left: StepView | undefined;
  right: StepView | undefined;
  verdict: 'same' | 'course' | 'value' | 'hidden' | 'open';
  differing: readonly StepPart[];
};

/** The steps of one run. */
export type StepSide = { status: TaskStatus; steps: readonly StepView[] };

/** Aligns the steps of two runs by kind and name, in order, and says where they differ. */
export function compareSteps(left: StepSide, right: StepSide): ComparedStep[] {
  const aligned = align(left.steps.map(keyOf), right.steps.map(keyOf));
  const lastLeft = aligned.findLastIndex((pair) => pair.left !== undefined);
  const lastRight = aligned.findLastIndex((pair) => pair.right !== undefined);
  return aligned.map((pair, place) => {
    const one = pair.left === undefined ? undefined : left.steps[pair.left];
    const other = pair.right === undefined ? undefined : right.steps[pair.right];
    const id = `${one?.sequence ?? ''}|${other?.sequence ?? ''}` as const;
    const isBehind = (place > lastLeft && !isEnded(left.status)) || (place > lastRight && !isEnded(right.status));
    if (one === undefined || other === undefined)
      return { id, left: one, right: other, verdict: isBehind ? 'open' : 'course', differing: [] };
    return { id, left: one, right: other, ...compareStep(one, other, [left.status, right.status]) };
  });
}

/** The first step at which the runs went different ways, otherwise the first that returned something else. */
export function firstDifference(compared: readonly ComparedStep[]): ComparedStep | undefined {
  return compared.find(({ verdict }) => verdict === 'course') ?? compared.find(({ verdict }) => verdict === 'value');
}

/** How two errors compare. A message that may not be seen is replaced by the service. */
export function compareErrors(left: TaskError | undefined, right: TaskError | undefined): Verdict {
  if (left === undefined || right === undefined) return left === right ? 'same' : 'differs';
  if (left.name !== right.name || left.code !== right.code) return 'differs';
  if (isHidden(left) || isHidden(right)) return 'hidden';
  return left.message === right.message ? 'same' : 'differs';
}

function compareStep(left: StepView, right: StepView, runs: readonly [TaskStatus, TaskStatus]) {
  const isOpen =
    (left.endedOn === undefined && !isEnded(runs[0])) || (right.endedOn === undefined && !isEnded(runs[1]));
  const error = compareErrors(left.error, right.error);
  const output = compareOutputs(left.output, right.output);
  const differing: StepPart[] = [];
  if (left.status !== right.status && !isOpen) differing.push('status');
  if (error === 'differs' && !isOpen) differing.push('error');
  if (left.attempts.length !== right.attempts.length) differing.push('attempts');
  if (output === 'differs' && !isOpen) differing.push('output');
  const isCourse = differing.some((part) => part === 'status' || part === 'error');
  const isHiddenPart = error === 'hidden' || output === 'hidden';
  const verdict: ComparedStep['verdict'] = isCourse
    ? 'course'
    : isOpen
      ? 'open'
      : differing.length > 0
        ? 'value'
        : isHiddenPart
          ? 'hidden'
          : 'same';
  return { verdict, differing };
}

/** How two outputs compare. Those that were held back are compared by their digests. */
function compareOutputs(left: ShownValue | undefined, right: ShownValue | undefined): Verdict {
  if (left === undefined || right === undefined) return left === right ? 'same' : 'differs';
  if (left.kind === 'value' && right.kind === 'value') return verdictOf(jsonChanges(left.value, right.value));
  if (left.kind === 'held' && right.kind === 'held' && left.digest === right.digest)
    return left.hasHiddenParts === true ? 'hidden' : 'same';
  return 'differs';
}

const isHidden = (error: TaskError) => error.message === hiddenMessage && error.stack === undefined;

const keyOf = ({ kind, name }: StepView) => `${kind} ${name}`;
