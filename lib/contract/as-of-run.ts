import type { TaskHistoryResponse } from './history.ts';
import type { TaskResponse } from './task.ts';

/** The task as one of its earlier runs left it: its configuration as it is now, the rest of that run. */
export function asOfRun(task: TaskResponse, run: TaskHistoryResponse): TaskResponse {
  const { waitingFor: _, nextRunOn: __, worker: ___, output: ____, error: _____, ...lasting } = task;
  const { isCurrent, trigger, triggeredBy, forkedFrom, taskId, stepCounts, ...ofRun } = run;
  return { ...lasting, ...ofRun };
}
