import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { isMissingScope } from '@/components/ui/error-state.tsx';
import { serverTimeOf } from '@/components/ui/present.ts';
import { Time } from '@/components/ui/time.tsx';
import { problemOf } from '../problem.ts';

/** A read as far as its failure is told. */
export type FailingRead = Pick<UseQueryResult, 'data' | 'error' | 'dataUpdatedAt' | 'refetch'>;

type ReadFailureProps = {
  /** What could not be done: "The child runs could not be read". */
  title: string;
  read: FailingRead;
  className?: string;
};

/** One line, only when a read failed, that says so beside what is shown: why, how old what is shown is, another try. */
export function ReadFailure({ title, read: { data, error, dataUpdatedAt, refetch }, className }: ReadFailureProps) {
  if (error === null) return null;
  return (
    <div role="status" className={cn('flex flex-wrap items-center gap-x-2 gap-y-1 text-ink text-xs', className)}>
      <CircleAlert aria-hidden className="size-3.5 shrink-0 text-danger" />
      <p className="min-w-0 wrap-anywhere" title={problemOf(error).detail}>
        {title}.
        {data !== undefined && (
          <>
            {' '}
            Shown as of <Time value={serverTimeOf(dataUpdatedAt)} />.
          </>
        )}
      </p>
      {!isMissingScope(problemOf(error)) && (
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
    </div>
  );
}
