import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readHistory } from '@/lib/dashboard/run/read-run.ts';

/** A page of the history of a task. */
export const GET = readRoute(({ client, params, searchParams, signal }) =>
  readHistory(client, params.id ?? '', searchParams.get('continuationToken') ?? undefined, { abortSignal: signal }),
);
