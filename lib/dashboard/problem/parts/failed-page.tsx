'use client';
import { useRouter } from 'next/navigation';
import { startTransition } from 'react';
import { PageProblem } from '@/components/shell/page-problem.tsx';
import { useServiceReturn } from '../../live/use-service-return.ts';
import { readDigest } from '../page-failure.ts';

/** A page that failed. Where the service is away it looks again by itself, and the page comes back with it. */
export function FailedPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const router = useRouter();
  const problem = readDigest(error.digest);
  const isAway = problem?.code === 'Unreachable' || problem?.code === 'ServiceUnavailable';
  const isPartMissing = error.name === 'ChunkLoadError';
  const retry = () => {
    if (isPartMissing) window.location.reload();
    else
      startTransition(() => {
        router.refresh();
        reset();
      });
  };
  useServiceReturn(isAway, retry);
  const unknown = isPartMissing
    ? { detail: 'A part of this page could not be loaded. Reload the page.' }
    : { code: 'InternalError', detail: 'An error occurred in the dashboard. See its log.', requestId: error.digest };
  return <PageProblem problem={problem ?? unknown} isAway={isAway} onRetry={retry} />;
}
