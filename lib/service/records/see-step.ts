import { pointersBelow, redact, type Step } from '#contract';
import type { Service } from '../service.ts';
import { pointerPart } from './pointer-part.ts';
import type { Viewer } from './see-task.ts';

/**
 * Steps of one task as the caller may see them. The only way that a step leaves the service. A step that waited for an
 * event holds the event's data, one that waited for a child the child's output: their pointers count as well.
 */
export async function seeSteps(
  { engine }: Pick<Service, 'engine'>,
  viewer: Viewer,
  taskId: string,
  steps: readonly Step[],
): Promise<Step[]> {
  if (steps.length === 0 || viewer.may('sensitive/read')) return [...steps];
  const children = steps.flatMap((step) => step.childTaskId ?? []);
  const pointers = await engine.sensitivePointers([...new Set([taskId, ...children])]);
  return steps.map((step) => {
    if (step.output === undefined) return step;
    const own = pointers.get(taskId) ?? [];
    const ofChild = step.childTaskId === undefined ? [] : (pointers.get(step.childTaskId) ?? []);
    const hidden = [
      ...pointersBelow(`/steps/${pointerPart(step.name)}`, own),
      ...(step.eventName === undefined ? [] : pointersBelow(`/events/${pointerPart(step.eventName)}`, own)),
      ...pointersBelow('/output', ofChild),
    ];
    return hidden.length === 0 ? step : { ...step, output: redact(step.output, hidden) };
  });
}
