import { type FilterTable, negatedBy } from './apply-filter.ts';
import type { Clause } from './clause.ts';

export function definitionOf({ definitions }: FilterTable, key: string) {
  return definitions.find((definition) => definition.key === key) ?? negatedBy(definitions, key);
}

/** The clause with its values as people write them, whatever a link has. */
export function asWritten(table: FilterTable, clause: Clause): Clause {
  if (clause.kind === 'text') return clause;
  const definition = definitionOf(table, clause.key);
  return { ...clause, values: clause.values.map((value) => definition?.writtenOf?.(value) ?? value) };
}
