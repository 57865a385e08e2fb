import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readSchedule } from '@/lib/dashboard/schedule/read-schedules.ts';

/** A task with its schedule. */
export const GET = readRoute(({ client, params, signal }) =>
  readSchedule(client, params.id ?? '', { abortSignal: signal }),
);
