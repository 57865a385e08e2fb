import { readRoute } from '@/lib/dashboard/access/read-route.ts';

/** How reruns and forks went after failures with one cause. */
export const GET = readRoute(({ client, params, signal }) =>
  client.getErrorRemediesAsync(params.id ?? '', { abortSignal: signal }),
);
