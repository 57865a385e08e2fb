import { mapInTurns, type TaskHistoryResponse } from '#contract';
import { type Guarded, reveal } from './guarded.ts';
import { type SensitivePointers, seeInputAndOutput, shownPointers, type Viewer, withinBounds } from './see-task.ts';

/** Returns runs of one task as the caller may see them. Every run in an answer comes from here. */
export async function seeRuns(
  { engine }: SensitivePointers,
  viewer: Viewer,
  taskId: string,
  guarded: readonly Guarded<TaskHistoryResponse>[],
): Promise<TaskHistoryResponse[]> {
  const runs = guarded.map((run) => withinBounds(viewer, reveal<TaskHistoryResponse>(run)));
  if (runs.length === 0) return [];
  const sensitive = (await engine.sensitivePointers([taskId])).get(taskId) ?? [];
  if (viewer.may('sensitive/read')) {
    for (const run of runs) viewer.noteShown(`task ${taskId} run ${run.runCount}`, shownPointers(run, sensitive));
    return [...runs];
  }
  return mapInTurns(runs, (run) => seeInputAndOutput(run, sensitive));
}
