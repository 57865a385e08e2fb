import type { Interruption } from '../definition/failures.ts';

/** Why a worker lost a run that has this status now; `null` or `undefined` where the run is gone. */
export function interruptionOf(status: string | null | undefined): Interruption {
  if (status === 'timedOut' || status === 'paused') return status;
  return status === 'cancelled' || status == null ? 'cancelled' : 'leaseLost';
}
