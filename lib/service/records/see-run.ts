import type { TaskHistoryResponse } from '#contract';
import type { Service } from '../service.ts';
import { seeInputAndOutput, type Viewer } from './see-task.ts';

/** Runs of one task as the caller may see them. The only way that a run leaves the service. */
export async function seeRuns(
  { engine }: Pick<Service, 'engine'>,
  viewer: Viewer,
  taskId: string,
  runs: readonly TaskHistoryResponse[],
): Promise<TaskHistoryResponse[]> {
  if (runs.length === 0 || viewer.may('sensitive/read')) return [...runs];
  const sensitive = (await engine.sensitivePointers([taskId])).get(taskId) ?? [];
  return runs.map((run) => seeInputAndOutput(run, sensitive));
}
