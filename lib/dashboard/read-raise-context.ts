import 'server-only';
import { isRequestFailedError, type TaskClient } from '#client';
import { type EventWait, isEnded, type TaskType } from '#contract';
import { readPage } from './page.ts';

/** What raising an event on a task needs to know: who waits, which events its type declares, whether it has ended. */
export type RaiseContextOfTask = {
  taskId: string;
  waits: EventWait[];
  declared: TaskType['events'];
  hasEnded: boolean;
};

export async function readRaiseContext(
  client: TaskClient,
  taskId: string,
  abortSignal: AbortSignal,
): Promise<RaiseContextOfTask> {
  const task = await client.getTaskAsync(taskId, { abortSignal });
  const [waits, declared] = await Promise.all([
    readPage(client.listEventWaitsAsync({ taskId, abortSignal }), { maxPageSize: 100 }),
    eventsOfType(client, task.type, abortSignal),
  ]);
  return { taskId, waits: waits.value, declared, hasEnded: isEnded(task.status) };
}

/** A type that no worker has registered declares nothing. */
async function eventsOfType(client: TaskClient, type: string, abortSignal: AbortSignal): Promise<TaskType['events']> {
  try {
    return (await client.getTaskTypeAsync(type, { abortSignal })).events;
  } catch (error) {
    if (isRequestFailedError(error) && error.code === 'TaskTypeNotFound') return {};
    throw error;
  }
}
