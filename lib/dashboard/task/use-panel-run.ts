'use client';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { TaskRow } from '@/components/task/task-row.ts';
import { fetchJson } from '../query/fetch-json.ts';
import type { RunRead } from '../run/read-run.ts';
import { runPaths } from '../run/run-queries.ts';

/** Reads the current run of the task in the panel, with the name of its parent. Reads nothing without a task. */
export function usePanelRun(task: TaskRow | undefined) {
  return useQuery({
    queryKey: ['task-panel', 'run', task?.id, task?.runCount, task?.status, task?.attempt],
    queryFn:
      task === undefined || task.isDeleted
        ? skipToken
        : ({ signal }) => fetchJson<RunRead>(`${runPaths.task(task.id)}/run`, { signal }),
  });
}
