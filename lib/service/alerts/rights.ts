import { type AlertCondition, alertsWithin, fullScope, TaskdeckError } from '#contract';
import type { GuardedEngine } from '../records/guarded.ts';
import type { Call } from '../verb.ts';

/** Throws `InsufficientScope` for a condition about queues or workers when the caller may not read them. */
export function requireFleetScope({ may }: Pick<Call, 'may'>, condition: AlertCondition | undefined): void {
  const isOfFleet =
    condition?.kind === 'queueWait' || condition?.kind === 'noWorker' || condition?.kind === 'workerLost';
  if (!isOfFleet || may('workers/read')) return;
  throw new TaskdeckError('InsufficientScope', `this condition needs the scope ${fullScope('workers/read')}`);
}

/** Throws `OutsideBounds`, which says what is allowed, for a condition that would tell of something outside of the caller's bounds. */
export async function requireConditionInside(
  { isConditionInside }: Pick<GuardedEngine, 'isConditionInside'>,
  { caller }: Pick<Call, 'caller'>,
  condition: AlertCondition | undefined,
): Promise<void> {
  const { bounds } = caller;
  if (bounds === undefined || condition === undefined || (await isConditionInside(condition, bounds))) return;
  throw new TaskdeckError(
    'OutsideBounds',
    `this condition would tell of tasks outside of your bounds; allowed: ${alertsWithin(bounds)}`,
  );
}
