import type { RunError } from '#engine';
import { type Guarded, reveal } from './guarded.ts';
import { hideError } from './see-error.ts';
import type { SensitivePointers, Viewer } from './see-task.ts';

/** Returns the error of a run as the caller may see it: without its stack when a sensitive pointer hides it. */
export async function seeRunError(
  { engine }: SensitivePointers,
  viewer: Viewer,
  taskId: string,
  guarded: Guarded<RunError>,
): Promise<RunError> {
  const seen = reveal<RunError>(guarded);
  const sensitive = (await engine.sensitivePointers([taskId])).get(taskId) ?? [];
  if (!viewer.may('sensitive/read')) return hideError(seen, sensitive);
  if (seen.error !== undefined) viewer.noteShown(`task ${taskId} run ${seen.runCount}`, [...sensitive]);
  return seen;
}
