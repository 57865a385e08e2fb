'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChildRun } from '@/components/step/child-run.ts';
import type { StepView } from '@/components/step/step-view.ts';
import { type TaskRow, taskName } from '@/components/task/task-row.ts';
import { useLive } from '../live/use-live.ts';
import { useRefresh } from '../live/use-refresh.ts';
import type { FailingRead } from '../problem/parts/read-failure.tsx';
import { fetchTasks } from '../task/task-page.ts';
import { runKeys } from './run-queries.ts';

/** Children beyond this many are not drawn. */
const mostChildren = 1_000;
const none: readonly ChildRun[] = [];

/**
 * The tasks that steps of a run created or wait for, kept fresh. Until `isKnown`, nothing can be said about the time in
 * which the run itself did nothing.
 */
export function useChildren(
  id: string,
  run: number,
  steps: readonly StepView[],
): { children: readonly ChildRun[]; isKnown: boolean; read: FailingRead } {
  const ids = useMemo(
    () => [...new Set(steps.flatMap(({ childTaskId }) => childTaskId ?? []))].slice(0, mostChildren),
    [steps],
  );
  const queryKey = runKeys.children(id, run, ids);
  const read = useQuery({
    queryKey,
    queryFn: async () => (await fetchTasks(ids)).map(toChildRun),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  });
  useLive({ taskIds: ids }, useRefresh(queryKey));
  return { children: read.data ?? none, isKnown: ids.length === 0 || read.data !== undefined, read };
}

function toChildRun(task: TaskRow): ChildRun {
  const { id, type, status, startedOn, endedOn } = task;
  return { id, type, status, name: taskName(task), queuedOn: task.queuedOn ?? task.createdOn, startedOn, endedOn };
}
