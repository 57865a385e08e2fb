import { createParser } from 'nuqs/server';
import { type Clause, clausesEqual, parseFilter, printFilter } from '@/components/filter/clause.ts';

/** A list's filter in its address, as one would type it. */
export const filterParam = createParser<Clause[]>({
  parse: parseFilter,
  serialize: printFilter,
  eq: clausesEqual,
}).withDefault([]);
