import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { describeSchedule } from '@/lib/dashboard/schedule/describe-schedule.ts';

const shown = 10;

export const GET = readRoute(async ({ searchParams }) =>
  describeSchedule(
    {
      cron: (searchParams.get('cron') ?? '').slice(0, 256),
      timeZone: searchParams.get('timeZone') ?? 'UTC',
      until: searchParams.get('until') ?? undefined,
    },
    { count: shown },
  ),
);
