import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { queryOf } from '@/lib/dashboard/list/list-options.ts';
import { readTaskPage } from '@/lib/dashboard/task/read-task-page.ts';

/** A page of tasks, or some tasks by `id`. */
export const GET = readRoute(({ client, searchParams, signal }) => readTaskPage(client, queryOf(searchParams), signal));
