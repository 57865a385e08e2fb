import { pointerPart, pointersBelow, redact, type Step } from '#contract';
import { type Guarded, type GuardedState, reveal } from './guarded.ts';
import { hideError } from './see-error.ts';
import { type Cover, entryIn, recordedEntries, redactRecordedState } from './see-state.ts';
import type { SensitivePointers, Viewer } from './see-task.ts';

/**
 * Returns steps of one task as the caller may see them. Every step in an answer comes from here. A step that waited for
 * an event holds the event's data, one that waited for a child the child's output, and one of kind state the entries
 * that it read: their pointers apply too.
 */
export async function seeSteps(
  { engine, state }: SensitivePointers & { state: Pick<GuardedState, 'readCover'> },
  viewer: Viewer,
  taskId: string,
  guarded: readonly Guarded<Step>[],
): Promise<Step[]> {
  const steps = guarded.map((step) => reveal<Step>(step));
  if (steps.length === 0) return [];
  if (viewer.may('sensitive/read')) {
    const own = (await engine.sensitivePointers([taskId])).get(taskId) ?? [];
    viewer.noteShown(`steps of task ${taskId}`, own);
    return steps;
  }
  const children = steps.flatMap((step) => step.childTaskId ?? []);
  const pointers = await engine.sensitivePointers([...new Set([taskId, ...children])]);
  const own = pointers.get(taskId) ?? [];
  const cover = await coverOf(state, steps);
  return steps.map((given) => {
    const ofChildTask = given.childTaskId === undefined ? [] : (pointers.get(given.childTaskId) ?? []);
    const recorded = hideErrors(given, [...own, ...ofChildTask]);
    if (recorded.output === undefined) return recorded;
    const step =
      recorded.kind === 'state'
        ? { ...recorded, output: redactRecordedState(recorded.output, cover) }
        : { ...recorded, output: recorded.output };
    const hidden = [
      ...pointersBelow(`/steps/${pointerPart(step.name)}`, own),
      ...(step.eventName === undefined ? [] : pointersBelow(`/events/${pointerPart(step.eventName)}`, own)),
      ...pointersBelow('/output', ofChildTask),
    ];
    return { ...step, output: redact(step.output, hidden) };
  });
}

function hideErrors(step: Step, pointers: readonly string[]): Step {
  return { ...hideError(step, pointers), attempts: step.attempts.map((attempt) => hideError(attempt, pointers)) };
}

/** What covers the entries that steps recorded: seldom of more than one store. */
async function coverOf(state: Pick<GuardedState, 'readCover'>, steps: readonly Step[]): Promise<Cover> {
  const entries = steps
    .flatMap(({ kind, output }) => (kind === 'state' && output !== undefined ? recordedEntries(output) : []))
    .map(entryIn);
  const idsOf = Map.groupBy(entries, ({ storeName }) => storeName);
  const covers = new Map(
    await Promise.all(
      [...idsOf].map(async ([storeName, found]) => {
        const ids = [...new Set(found.map(({ id }) => id))];
        return [storeName, await state.readCover({ namespace: '', storeName }, ids)] as const;
      }),
    ),
  );
  return ({ storeName, id, version }) => covers.get(storeName)?.(id, version) ?? [];
}
