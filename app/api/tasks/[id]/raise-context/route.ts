import { isEnded } from '#contract';
import type { RaiseContext } from '@/components/event/raise-event-dialog.tsx';
import { taskName } from '@/components/task/task-row.ts';
import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readPage } from '@/lib/dashboard/list/page.ts';
import { readTaskType } from '@/lib/dashboard/run/read-task-type.ts';

/** What raising an event on a task would meet: what its run waits for, and what its type declares. */
export const GET = readRoute(async ({ client, params, signal }): Promise<RaiseContext> => {
  const id = params.id ?? '';
  const [task, waits] = await Promise.all([
    client.getTaskAsync(id, { abortSignal: signal }),
    readPage(client.listEventWaitsAsync({ taskId: id, abortSignal: signal }), { maxPageSize: 100 }),
  ]);
  const type = await readTaskType(client, task.type, signal);
  return {
    taskId: id,
    taskName: taskName(task),
    waits: waits.value,
    declared: type?.events ?? {},
    hasEnded: isEnded(task.status),
  };
});
