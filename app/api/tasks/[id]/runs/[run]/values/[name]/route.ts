import type { TaskClient } from '#client';
import { stringifyJson } from '#contract';
import { downloadRoute } from '@/lib/dashboard/access/download-route.ts';
import { ProblemError } from '@/lib/dashboard/problem/problem.ts';
import { parseRunCount } from '@/lib/dashboard/run/read-run.ts';

/** The raw JSON of `input`, `output`, `run`, `task`, or the output of `step-N`, whatever its size. */
export const GET = downloadRoute(async ({ client, params, signal }) => {
  const { id = '', run = '', name = '' } = params;
  const value = await readValue(client, { id, run: parseRunCount(run), name, abortSignal: signal });
  return {
    fileName: `${id}-run-${run}-${name}.json`,
    mediaType: 'application/json',
    chunks: once(stringifyJson(value, 2)),
  };
});

type Asked = { id: string; run: bigint; name: string; abortSignal: AbortSignal };

async function readValue(client: TaskClient, { id, run, name, abortSignal }: Asked): Promise<unknown> {
  if (name === 'task') return client.getTaskAsync(id, { abortSignal });
  const step = /^step-(\d{1,10})$/.exec(name)?.[1];
  if (step !== undefined) {
    return (await client.getStepsClient().getStepAsync(id, run, Number(step), { abortSignal })).output;
  }
  const seen = await client.getTaskHistoryAsync(id, run, { abortSignal });
  if (name === 'run') return seen;
  if (name === 'input') return seen.input;
  if (name === 'output') return seen.output;
  throw new ProblemError({ code: 'OperationNotFound', detail: 'This value does not exist.' });
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
