import { useMemo } from 'react';
import { type Clause, parseFilter, printFilter } from '@/components/filter/clause.ts';

/** The clauses of a filter, as the same object until their text changes: each look at an address makes new ones. */
export function useSameClauses(clauses: readonly Clause[]): readonly Clause[] {
  const text = printFilter(clauses);
  return useMemo(() => parseFilter(text), [text]);
}
