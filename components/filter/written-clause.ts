import { type FilterTable, negatedBy } from './apply-filter.ts';
import { type Clause, printFilter } from './clause.ts';
import type { FilterDefinition } from './definition.ts';

/** What a key of a filter means, also where `-` negates it; `undefined` for a key that the table does not have. */
export function definitionOf({ definitions }: FilterTable, key: string): FilterDefinition | undefined {
  return definitions.find((definition) => definition.key === key) ?? negatedBy(definitions, key);
}

/** The clause with its values as people write them, whatever a link has. */
export function asWritten(table: FilterTable, clause: Clause): Clause {
  if (clause.kind === 'text') return clause;
  const definition = definitionOf(table, clause.key);
  return { ...clause, values: clause.values.map((value) => definition?.writtenOf?.(value) ?? value) };
}

/** The text of a filter as people write it, whatever a link has. */
export function printWritten(table: FilterTable, clauses: readonly Clause[]): string {
  return printFilter(clauses.map((clause) => asWritten(table, clause)));
}
