import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readRun } from '@/lib/dashboard/run/read-run.ts';

/** A task with its current run, or with `?run=N`. */
export const GET = readRoute(({ client, params, searchParams, signal }) =>
  readRun(client, params.id ?? '', searchParams.get('run') ?? undefined, { abortSignal: signal }),
);
