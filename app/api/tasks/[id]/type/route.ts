import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readTaskType } from '@/lib/dashboard/run/read-task-type.ts';

/** The type of a task as it is registered now, or `null`. */
export const GET = readRoute(async ({ client, params, signal }) => {
  const task = await client.getTaskAsync(params.id ?? '', { abortSignal: signal });
  return readTaskType(client, task.type, signal);
});
