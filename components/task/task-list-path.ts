import { type Clause, printFilter } from '@/components/filter/clause.ts';

/** The address of the task list under a filter, for links from other pages. */
export function taskListPath(filter: readonly Clause[] | string): string {
  const text = typeof filter === 'string' ? filter : printFilter(filter);
  return text === '' ? '/tasks' : `/tasks?${new URLSearchParams({ filter: text })}`;
}
