import { type ExternalEvent, mapInTurns, pointerPart, pointersBelow, redact } from '#contract';
import { type Guarded, reveal } from './guarded.ts';
import type { SensitivePointers, Viewer } from './see-task.ts';

/** Returns external events as the caller may see them. Every event in an answer comes from here. */
export async function seeEvents(
  { engine }: SensitivePointers,
  viewer: Viewer,
  guarded: readonly Guarded<ExternalEvent>[],
): Promise<ExternalEvent[]> {
  const events = guarded.map((event) => reveal<ExternalEvent>(event));
  if (events.length === 0) return [];
  const pointers = await engine.sensitivePointers([...new Set(events.map((event) => event.taskId))]);
  const maySee = viewer.may('sensitive/read');
  return mapInTurns(events, async (event) => {
    const root = `/events/${pointerPart(event.name)}`;
    const hidden = pointersBelow(root, pointers.get(event.taskId) ?? []);
    if (maySee) {
      const shown = hidden.map((pointer) => root + pointer);
      viewer.noteShown(`event ${event.id} of task ${event.taskId}`, shown);
      return event;
    }
    return { ...event, data: { value: await redact(event.data.value, hidden) } };
  });
}
