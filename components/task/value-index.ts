import type { ValueIndex } from '#contract';
import type { Clause } from '@/components/filter/clause.ts';
import type { Column } from '@/components/table/column.ts';

/** The type of tasks that a filter lists, if it is one. */
export function onlyTypeOf(clauses: readonly Clause[]): string | undefined {
  const names = clauses.flatMap((clause) => (clause.kind === 'field' && clause.key === 'type' ? clause.values : []));
  const [only] = names;
  return names.length === 1 && only !== undefined && !only.endsWith('*') ? only : undefined;
}

/** The index that a list of one type, or of all, is sorted by at a path: a ready one, else one that is being built. */
export function indexFor(
  indexes: readonly ValueIndex[],
  path: string,
  type: string | undefined,
): ValueIndex | undefined {
  const usable = indexes.filter((index) => index.path === path && (index.type === undefined || index.type === type));
  return usable.find(({ status }) => status === 'ready') ?? usable[0];
}

/** How a column of a path is sorted: by its index, or why it is not. */
export function sortingOf(index: ValueIndex | undefined, path: string): Pick<Column<never>, 'sortBy' | 'unsortable'> {
  if (index === undefined) return { unsortable: 'Sorting needs an index' };
  if (index.status === 'ready') return { sortBy: path };
  return { unsortable: `The index is being built: ${Math.round((index.progress ?? 0) * 100)} %` };
}

/** The paths that a filter seeks values of the input at and that have no index, as JSON Pointers into a task. */
export function pathsWithoutIndex(clauses: readonly Clause[], indexes: readonly ValueIndex[]): string[] {
  const type = onlyTypeOf(clauses);
  const sought = clauses.flatMap((clause) => (clause.kind === 'field' && clause.key === 'input' ? clause.values : []));
  const paths = new Set(sought.map((value) => `/input${value.slice(0, value.indexOf('='))}`));
  return [...paths].filter((path) => indexFor(indexes, path, type) === undefined);
}
