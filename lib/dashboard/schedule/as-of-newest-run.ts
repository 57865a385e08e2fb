import type { RunView } from '@/components/run/run-view.ts';
import type { ScheduledTask } from './read-schedules.ts';

/**
 * Returns a schedule with the status and the number of runs that its newest run gives, which is read apart and shown on
 * the same page: the two never contradict each other.
 */
export function asOfNewestRun(
  task: ScheduledTask,
  newest: Pick<RunView, 'runCount' | 'status'> | undefined,
): ScheduledTask {
  return newest === undefined ? task : { ...task, runCount: newest.runCount, status: newest.status };
}
