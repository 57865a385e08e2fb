import type { AlertCondition } from './alert-condition.ts';
import { type Bounds, liesWithin } from './bound-patterns.ts';

/** What alerts of a caller with bounds may tell of, in words. `undefined`: everything. */
export function alertsWithin({ types, queues }: Bounds): string | undefined {
  const ofOne = 'one task or error group inside';
  if (types !== undefined && queues !== undefined)
    return `${ofOne}, as you reach a part of the types and of the queues`;
  if (types !== undefined) return `${ofOne}, or types within ${types.join(', ') || 'none'}`;
  if (queues !== undefined) return `${ofOne}, or queues within ${queues.join(', ') || 'none'}`;
  return undefined;
}

/**
 * Whether an alert with this condition can lie inside bounds. Whether the task or error group that it names does, is not
 * asked.
 */
export function canLieWithin(condition: AlertCondition, { types, queues }: Bounds): boolean {
  if (types === undefined && queues === undefined) return true;
  if (('task' in condition && condition.task !== undefined) || ('group' in condition && condition.group !== undefined))
    return true;
  if ('type' in condition && condition.type !== undefined)
    return queues === undefined && liesWithin([condition.type], types);
  if ('queue' in condition && condition.queue !== undefined)
    return types === undefined && liesWithin([condition.queue], queues);
  return false;
}
