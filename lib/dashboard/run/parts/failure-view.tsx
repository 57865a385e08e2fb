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
};

/** An error of a run, a step or an attempt, with the original source of its stack. */
export function FailureView({ similarHref, ...failure }: FailureViewProps) {
  return <ErrorView error={failure.error} similarHref={similarHref} mapped={useErrorFrames(failure)} />;
}
