import 'server-only';
import type { TaskClient } from '#client';
import type { ErrorGroupDetails } from '#contract';
import type { Named } from '@/components/task/task-names.ts';
import { readTaskNames } from '../task/name-tasks.ts';
import { errorWindowInMs } from './error-queries.ts';

/** A cause of failures with the name of the task that failed last. */
export type ShownErrorGroup = Named<ErrorGroupDetails>;

/** Reads one cause of failures, looking back over a window. */
export async function readErrorGroup(
  client: TaskClient,
  id: string,
  window: string | null | undefined,
  abortSignal?: AbortSignal,
): Promise<ShownErrorGroup> {
  const group = await client.getErrorGroupAsync(id, { windowInMs: errorWindowInMs(window), abortSignal });
  const taskId = group.latest?.taskId;
  const names = taskId === undefined ? new Map() : await readTaskNames(client, [taskId], abortSignal);
  return { ...group, taskNames: Object.fromEntries(names) };
}
