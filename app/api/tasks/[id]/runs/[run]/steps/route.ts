import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { parseRunCount, readSteps } from '@/lib/dashboard/run/read-run.ts';

/** A page of a run's steps, or of those with a name. */
export const GET = readRoute(({ client, params, searchParams, signal }) =>
  readSteps(
    client,
    params.id ?? '',
    parseRunCount(params.run ?? ''),
    searchParams.get('continuationToken') ?? undefined,
    {
      ...(searchParams.has('name') && { name: searchParams.get('name') ?? '' }),
      abortSignal: signal,
    },
  ),
);
