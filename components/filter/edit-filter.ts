import type { FilterTable } from './apply-filter.ts';
import type { Clause } from './clause.ts';
import { asWritten } from './written-clause.ts';

/**
 * A filter with more clauses, as people write it: alternatives of a key that is there already join it, and nothing is
 * there twice.
 */
export function addClauses(table: FilterTable, present: readonly Clause[], added: readonly Clause[]): Clause[] {
  const written = (clause: Clause) => asWritten(table, clause);
  return added
    .map(written)
    .reduce<Clause[]>((clauses, clause) => addClause(table, clauses, clause), present.map(written));
}

function addClause(table: FilterTable, clauses: Clause[], added: Clause): Clause[] {
  if (added.kind === 'text') {
    const isThere = clauses.some((clause) => clause.kind === 'text' && clause.text === added.text);
    return isThere ? clauses : [...clauses, added];
  }
  const isMany = table.definitions.some((definition) => definition.key === added.key && definition.isMany);
  const index = clauses.findIndex((clause) => clause.kind === 'field' && clause.key === added.key);
  const present = clauses[index];
  if (!isMany || present?.kind !== 'field') return [...clauses, added];
  return clauses.with(index, { ...present, values: [...new Set([...present.values, ...added.values])] });
}
