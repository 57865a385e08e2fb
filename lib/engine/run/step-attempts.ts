import type { StepAttempt, TaskError } from '#contract';
import type { Host } from './host.ts';

type Clock = Pick<Host, 'owner' | 'timeOf'>;

/** Returns the attempts of a step that earlier attempts of its run have recorded. */
export function recordedAttempts(recorded: { attempts: string | null } | undefined): StepAttempt[] {
  return recorded?.attempts ? JSON.parse(recorded.attempts) : [];
}

/** Returns an attempt that ends now, as the row of its step lists it. `startedAt` is `performance.now()`. */
export function endedAttempt(
  host: Clock,
  { attempt, startedAt }: { attempt: number; startedAt: number },
  error?: TaskError,
): StepAttempt {
  return {
    attempt,
    startedOn: host.timeOf(startedAt),
    endedOn: host.timeOf(performance.now()),
    worker: host.owner.name,
    ...(error !== undefined && { error }),
  };
}
