import { Trash2 } from 'lucide-react';
import { cn } from '@/components/ui/class-names.ts';
import { ErrorState } from '@/components/ui/error-state.tsx';
import type { DashboardProblem } from '../../problem/problem.ts';
import { goneWords } from '../gone-run.ts';

type RunReadFailureProps = {
  /** What could not be done: "The history could not be read". */
  title: string;
  problem: DashboardProblem;
  onRetry: () => unknown;
  className?: string;
};

/** Why a part of a run could not be read. Another try is offered unless the task or the run is gone. */
export function RunReadFailure({ title, problem, onRetry, className }: RunReadFailureProps) {
  const gone = goneWords(problem);
  if (gone === undefined) return <ErrorState {...{ title, problem, onRetry }} {...(className && { className })} />;
  return (
    <div role="status" className={cn('flex gap-3 rounded-lg border border-line bg-surface p-4 text-sm', className)}>
      <Trash2 aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-medium text-ink">{title}</p>
        <p className="text-muted">{gone.reason}</p>
      </div>
    </div>
  );
}
