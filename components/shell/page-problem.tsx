'use client';
import { ErrorState, type ShownProblem } from '@/components/ui/error-state.tsx';

type PageProblemProps = {
  problem: ShownProblem;
  /** Whether it is the service that does not answer; the page then looks again by itself. */
  isAway: boolean;
  onRetry: () => void;
};

/** In place of a page that failed. */
export function PageProblem({ problem, isAway, onRetry }: PageProblemProps) {
  return (
    <div className="mx-auto w-full max-w-2xl p-4 sm:p-8">
      <h1 className="mb-4 font-semibold text-lg">{isAway ? 'The service is not available' : 'This page failed'}</h1>
      <ErrorState
        title={isAway ? 'The dashboard runs, but the service does not answer.' : 'The page could not be shown.'}
        problem={problem}
        onRetry={onRetry}
      >
        {isAway && (
          <p className="text-muted text-sm">Retrying every 2 seconds. Tasks continue without the dashboard.</p>
        )}
      </ErrorState>
    </div>
  );
}
