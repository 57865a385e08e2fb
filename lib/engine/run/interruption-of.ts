import type { Interruption } from '../definition/failures.ts';

/** Returns why a worker lost a run that now has this status. `null` or `undefined` means that the run is gone. */
export function interruptionOf(status: string | null | undefined): Interruption {
  if (status === 'timedOut' || status === 'paused') return status;
  return status === 'cancelled' || status == null ? 'cancelled' : 'leaseLost';
}
