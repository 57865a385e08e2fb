import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { parseRunCount, toStepView } from '@/lib/dashboard/run/read-run.ts';

/** One step with its output, unless that is very large. */
export const GET = readRoute(async ({ client, params, signal }) => {
  const run = parseRunCount(params.run ?? '');
  const step = await client
    .getStepsClient()
    .getStepAsync(params.id ?? '', run, Number(params.sequence), { abortSignal: signal });
  return toStepView(step);
});
