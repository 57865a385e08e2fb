import { readRaiseContext } from '@/lib/dashboard/read-raise-context.ts';
import { readRoute } from '@/lib/dashboard/read-route.ts';

export const GET = readRoute(({ client, searchParams, signal }) =>
  readRaiseContext(client, searchParams.get('task') ?? '', signal),
);
