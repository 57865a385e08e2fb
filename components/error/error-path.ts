import { fieldClause, printFilter } from '@/components/filter/clause.ts';

/** The page of an error group, by its id or one of its fingerprints. */
export function errorGroupPath(id: string): string {
  return `/errors/${encodeURIComponent(id)}`;
}

/** The task list's filter for the tasks of a group. */
export function groupFilter(id: string): string {
  return printFilter([fieldClause('group', id)]);
}
