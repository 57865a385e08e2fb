import type { TaskComparison } from '#contract';
import type { GuardedEngine } from './guarded.ts';
import { type Guarded, reveal } from './guarded.ts';
import type { Viewer } from './see-task.ts';

type Compared = Awaited<ReturnType<GuardedEngine['compareTasks']>>;

/** Returns a comparison. The engine made it without the values that the caller may not see. */
export function seeComparison(viewer: Viewer, { comparison, shown }: Compared): TaskComparison {
  if (shown.length > 0) viewer.noteShown('compared tasks', shown);
  return reveal<TaskComparison>(comparison as Guarded<TaskComparison>);
}
