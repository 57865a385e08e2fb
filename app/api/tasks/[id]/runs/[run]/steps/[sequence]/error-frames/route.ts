import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readErrorFrames } from '@/lib/dashboard/run/read-error-frames.ts';
import { parseRunCount } from '@/lib/dashboard/run/read-run.ts';

/** The stack of the error of a step, or of one attempt (`?attempt=2`), with the original source. */
export const GET = readRoute(({ client, params, searchParams, signal }) => {
  const attempt = searchParams.get('attempt');
  const place = { sequence: Number(params.sequence), ...(attempt !== null && { attempt: Number(attempt) }) };
  return readErrorFrames(client, params.id ?? '', parseRunCount(params.run ?? ''), place, { abortSignal: signal });
});
