import { type AlertCondition, fullScope, TaskdeckError } from '#contract';
import type { Call } from '../verb.ts';

/** Throws `InsufficientScope` for a condition about queues or workers when the caller may not read them. */
export function requireFleetScope({ may }: Pick<Call, 'may'>, condition: AlertCondition | undefined): void {
  const isOfFleet =
    condition?.kind === 'queueWait' || condition?.kind === 'noWorker' || condition?.kind === 'workerLost';
  if (!isOfFleet || may('workers/read')) return;
  throw new TaskdeckError('InsufficientScope', `this condition needs the scope ${fullScope('workers/read')}`);
}
