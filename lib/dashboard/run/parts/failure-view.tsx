'use client';
import type { TaskError } from '#contract';
import { ErrorView } from '@/components/run/error-view.tsx';
import type { ErrorPlace } from '../run-queries.ts';
import { useErrorFrames } from '../use-error-frames.ts';

type FailureViewProps = ErrorPlace & {
  taskId: string;
  runCount: number;
  error: TaskError;
  similarHref?: string | undefined;
  /** What the error is of, where a page shows several. An attempt is named by itself. */
  of?: string | undefined;
};

/** An error of a run, a step or an attempt, with the original source of its stack. */
export function FailureView({ similarHref, of, ...failure }: FailureViewProps) {
  const { error, attempt } = failure;
  const name = of ?? (attempt === undefined ? undefined : `attempt ${attempt}`);
  return <ErrorView error={error} similarHref={similarHref} mapped={useErrorFrames(failure)} of={name} />;
}
