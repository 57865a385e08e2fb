import type { ErrorGroup } from '#contract';
import type { Clause } from '@/components/filter/clause.ts';
import { groupStatusLook, openStatuses } from './group-status.ts';

/** A listed cause of failures. `isGone`: it is part of another one by now, or was removed. */
export type ErrorRow = ErrorGroup & { isGone?: true };

/**
 * Says what a listed cause is now that the list's filter does not ask for, such as `now Resolved`. Rows stay where they
 * stand. `undefined` for one that matches as far as its row tells.
 */
export function leftErrors(group: ErrorRow, clauses: readonly Clause[]): string | undefined {
  if (group.isGone) return 'merged or removed';
  const statuses = valuesOf(clauses, 'status') ?? openStatuses;
  if (!statuses.some((status) => status.toLowerCase() === group.status.toLowerCase()))
    return `now ${groupStatusLook[group.status].word}`;
  const owners = valuesOf(clauses, 'owner');
  if (owners !== undefined && !owners.some((owner) => owner === group.owner))
    return group.owner === undefined ? 'now without an owner' : `now of ${group.owner}`;
  return undefined;
}

/** The values that a filter has for a key; `undefined` without it. */
function valuesOf(clauses: readonly Clause[], key: string): readonly string[] | undefined {
  const found = clauses.flatMap((clause) => (clause.kind === 'field' && clause.key === key ? clause.values : []));
  return found.length === 0 ? undefined : found;
}
