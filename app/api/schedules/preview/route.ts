import { describeSchedule } from '@/lib/dashboard/describe-schedule.ts';
import { readRoute } from '@/lib/dashboard/read-route.ts';

const shown = 5;

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
