'use client';
import { useRouter } from 'next/navigation';
import { startTransition, useState } from 'react';
import { PageProblem } from '@/components/shell/page-problem.tsx';
import { useServiceReturn } from '../../live/use-service-return.ts';
import { readDigest } from '../page-failure.ts';

/** After a new deployment a part of an old page is gone for good. */
const maximumRereads = 5;
/** How often each page was read again because a part of it was missing, by its path. */
const rereads = new Map<string, number>();

/**
 * A page that failed. Where the service is away, or a part of the page was lost on its way, it looks again by itself, and the
 * page comes back with it.
 */
export function FailedPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const router = useRouter();
  const problem = readDigest(error.digest);
  const isAway = problem?.code === 'Unreachable' || problem?.code === 'ServiceUnavailable';
  const isPartMissing = error.name === 'ChunkLoadError';
  const [rereadsBefore] = useState(() => (isPartMissing ? (rereads.get(window.location.pathname) ?? 0) : 0));
  const isReread = isPartMissing && rereadsBefore < maximumRereads;
  const readAgain = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  useServiceReturn(isAway || isReread, () => {
    if (isPartMissing) rereads.set(window.location.pathname, rereadsBefore + 1);
    readAgain();
  });
  const unknown = isPartMissing
    ? {
        detail: `A part of this page could not be loaded. ${isReread ? 'It is tried again by itself.' : 'Reload the page.'}`,
      }
    : { code: 'InternalError', detail: 'An error occurred in the dashboard. See its log.', requestId: error.digest };
  const retry = () => (isPartMissing && !isReread ? window.location.reload() : readAgain());
  return <PageProblem problem={problem ?? unknown} isAway={isAway} onRetry={retry} />;
}
