import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { parseRunCount, readSteps } from '@/lib/dashboard/run/read-run.ts';

/** A page of a run's steps. */
export const GET = readRoute(({ client, params, searchParams, signal }) =>
  readSteps(
    client,
    params.id ?? '',
    parseRunCount(params.run ?? ''),
    searchParams.get('continuationToken') ?? undefined,
    {
      abortSignal: signal,
    },
  ),
);
