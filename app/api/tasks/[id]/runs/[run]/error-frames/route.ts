import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { parseRunCount } from '@/lib/dashboard/run/read-run.ts';

/** The stack of a run's error, with the original source as the worker's source maps have it. */
export const GET = readRoute(({ client, params, signal }) =>
  client.getErrorFramesAsync(params.id ?? '', parseRunCount(params.run ?? ''), { abortSignal: signal }),
);
