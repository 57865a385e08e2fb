'use client';
import { useRouter } from 'next/navigation';
import { startTransition, useEffect, useRef } from 'react';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { readDigest } from '@/lib/dashboard/page-failure.ts';

const pollInMs = 2_000;

/** A page that failed. Where the service is away it looks again by itself, and the page comes back with it. */
export function PageProblem({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const router = useRouter();
  const problem = readDigest(error.digest);
  const isAway = problem?.code === 'Unreachable' || problem?.code === 'ServiceUnavailable';
  const retry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  useServiceReturn(isAway, retry);

  return (
    <div className="mx-auto w-full max-w-2xl p-4 sm:p-8">
      <h1 className="mb-4 font-semibold text-lg">{isAway ? 'The service is away' : 'This page failed'}</h1>
      <ErrorState
        title={isAway ? 'The dashboard runs, but the service behind it does not answer.' : 'It could not be shown.'}
        problem={
          problem ?? {
            code: 'InternalError',
            detail: 'Something in the dashboard went wrong. Its log says more.',
            requestId: error.digest,
          }
        }
        onRetry={retry}
      >
        {isAway && (
          <p className="text-muted text-sm">Looking again every 2 seconds. Tasks go on without the dashboard.</p>
        )}
      </ErrorState>
    </div>
  );
}

/** Calls back once the service answers again. */
export function useServiceReturn(isAway: boolean, onReturn: () => void): void {
  const present = useRef(onReturn);
  useEffect(() => {
    present.current = onReturn;
  });
  useEffect(() => {
    if (!isAway) return;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      if ((await isServiceReady(signal)) && !signal.aborted) present.current();
      if (!signal.aborted) timer = setTimeout(() => void look(), pollInMs);
    };
    timer = setTimeout(() => void look(), pollInMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isAway]);
}

async function isServiceReady(signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch('/api/healthz', { signal, cache: 'no-store' });
    const answer: unknown = response.ok ? await response.json() : undefined;
    return typeof answer === 'object' && answer !== null && 'service' in answer && answer.service === 'ready';
  } catch {
    return false; // the dashboard itself is away too
  }
}
