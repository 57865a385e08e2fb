import type { TaskHistoryResponse } from './history.ts';
import type { TaskResponse } from './task.ts';

/** Returns the task as of an earlier run: its current configuration with the state of that run. */
export function asOfRun(task: TaskResponse, run: TaskHistoryResponse): TaskResponse {
  const { waitingFor: _, nextRunOn: __, worker: ___, output: ____, error: _____, ...lasting } = task;
  const { isCurrent, trigger, triggeredBy, forkedFrom, taskId, stepCounts, ...ofRun } = run;
  return { ...lasting, ...ofRun };
}
