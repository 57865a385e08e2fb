import { pointerPart, pointersBelow, redact, type Step } from '#contract';
import type { State } from '#state';
import type { Service } from '../service.ts';
import { policyPointers } from './policy-pointers.ts';
import { hideError } from './see-error.ts';
import { redactRecordedState } from './see-state.ts';
import type { Viewer } from './see-task.ts';

/**
 * Steps of one task as the caller may see them. The only way that a step leaves the service. A step that waited for an
 * event holds the event's data, one that waited for a child the child's output, one of kind state the entries that it
 * read: their pointers count as well.
 */
export async function seeSteps(
  { engine, state }: Pick<Service, 'engine' | 'state'>,
  viewer: Viewer,
  taskId: string,
  steps: readonly Step[],
): Promise<Step[]> {
  if (steps.length === 0 || viewer.may('sensitive/read')) return [...steps];
  const children = steps.flatMap((step) => step.childTaskId ?? []);
  const pointers = await engine.sensitivePointers([...new Set([taskId, ...children])]);
  const ofStores = await pointersOfStores(state, steps);
  return steps.map((given) => {
    const ofChildTask = given.childTaskId === undefined ? [] : (pointers.get(given.childTaskId) ?? []);
    const recorded = hideErrors(given, [...(pointers.get(taskId) ?? []), ...ofChildTask]);
    if (recorded.output === undefined) return recorded;
    const step =
      recorded.kind === 'state'
        ? { ...recorded, output: redactRecordedState(recorded.output, ofStores) }
        : { ...recorded, output: recorded.output };
    const own = pointers.get(taskId) ?? [];
    const hidden = [
      ...pointersBelow(`/steps/${pointerPart(step.name)}`, own),
      ...(step.eventName === undefined ? [] : pointersBelow(`/events/${pointerPart(step.eventName)}`, own)),
      ...pointersBelow('/output', ofChildTask),
    ];
    return hidden.length === 0 ? step : { ...step, output: redact(step.output, hidden) };
  });
}

function hideErrors(step: Step, pointers: readonly string[]): Step {
  return { ...hideError(step, pointers), attempts: step.attempts.map((attempt) => hideError(attempt, pointers)) };
}

/** Sensitive pointers of the stores that steps touched: of all of them, as a page of steps seldom has more than one. */
async function pointersOfStores(state: State, steps: readonly Step[]): Promise<string[]> {
  const names = new Set(steps.flatMap((step) => step.state?.map(({ storeName }) => storeName) ?? []));
  const pointers = await Promise.all(
    [...names].map((storeName) => policyPointers(state, { namespace: '', storeName })),
  );
  return pointers.flat();
}
