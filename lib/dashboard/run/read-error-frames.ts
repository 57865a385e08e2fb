import 'server-only';
import type { OperationOptions, TaskClient } from '#client';
import type { ErrorFrames } from '#contract';
import type { ErrorPlace } from './run-queries.ts';

/** Reads the stack of an error of a run, of a step or of an attempt, with the original source. */
export function readErrorFrames(
  client: TaskClient,
  taskId: string,
  runCount: bigint,
  { sequence, attempt }: ErrorPlace,
  options: OperationOptions,
): Promise<ErrorFrames> {
  if (sequence === undefined) return client.getErrorFramesAsync(taskId, runCount, options);
  const ofAttempt = { ...(attempt !== undefined && { attempt }), ...options };
  return client.getStepsClient().getStepErrorFramesAsync(taskId, runCount, sequence, ofAttempt);
}
