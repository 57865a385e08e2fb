import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { leftOutIn, readRunCopy, summarizeCopy } from '@/lib/dashboard/copy/read-run-copy.ts';

/** What a copy of a run holds. */
export const GET = readRoute(async ({ params, searchParams, signal, ...signedIn }) =>
  summarizeCopy(
    await readRunCopy(signedIn, {
      id: params.id ?? '',
      run: params.run ?? '',
      without: leftOutIn(searchParams),
      abortSignal: signal,
    }),
  ),
);
