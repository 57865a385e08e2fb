'use client';
import { Duration } from '@/components/ui/duration.tsx';
import { useNow } from '@/components/ui/time-preferences.tsx';
import type { TaskRow } from './task-row.ts';

/** How long the current run took, or has taken until now. */
export function TaskDuration({ task }: { task: Pick<TaskRow, 'startedOn' | 'endedOn'> }) {
  if (task.startedOn === undefined) return <span className="text-faint">–</span>;
  if (task.endedOn !== undefined) return <Duration ms={Date.parse(task.endedOn) - Date.parse(task.startedOn)} />;
  return <OpenDuration from={Date.parse(task.startedOn)} />;
}

function OpenDuration({ from }: { from: number }) {
  return <Duration ms={Math.max(0, useNow() - from)} />;
}
