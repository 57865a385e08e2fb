import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readSchedules } from '@/lib/dashboard/schedule/read-schedules.ts';

export const GET = readRoute(({ client, searchParams, signal }) =>
  readSchedules(client, {
    continuationToken: searchParams.get('continuationToken') ?? undefined,
    abortSignal: signal,
  }),
);
