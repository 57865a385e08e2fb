import 'server-only';
import { isRequestFailedError, type TaskClient } from '#client';
import type { TaskType } from '#contract';

/** A type as it is registered now; `null` where no worker ever registered it. */
export async function readTaskType(
  client: TaskClient,
  type: string,
  abortSignal: AbortSignal,
): Promise<TaskType | null> {
  try {
    return await client.getTaskTypeAsync(type, { abortSignal });
  } catch (error) {
    if (isRequestFailedError(error) && error.statusCode === 404) return null;
    throw error;
  }
}
