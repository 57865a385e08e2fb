import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readRevealed } from '@/lib/dashboard/reveal/read-reveals.ts';

/** What the operator's own reveal shows, or with `sequence` a step of its run. */
export const GET = readRoute(({ client, params, searchParams, signal }) =>
  readRevealed(client, params.id ?? '', searchParams.get('sequence'), signal),
);
