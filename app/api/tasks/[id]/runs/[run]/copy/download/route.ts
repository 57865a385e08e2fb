import { downloadRoute } from '@/lib/dashboard/access/download-route.ts';
import { leftOutIn, readRunCopy } from '@/lib/dashboard/copy/read-run-copy.ts';
import { runDocument } from '@/lib/dashboard/copy/run-document.ts';

/** A copy of a run as one file that opens anywhere: `?without=values`, `logs` or `events`. */
export const GET = downloadRoute(async ({ params, searchParams, signal, ...signedIn }) => {
  const { id = '', run = '' } = params;
  const copy = await readRunCopy(signedIn, { id, run, without: leftOutIn(searchParams), abortSignal: signal });
  return { fileName: `${id}-run-${run}.html`, mediaType: 'text/html', chunks: once(runDocument(copy)) };
});

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
