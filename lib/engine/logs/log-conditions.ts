import type { LogListFilter } from '#contract';
import { containing, type Database, type Fragment } from '#database';

/** Returns the conditions of a filter on `log_entry`, each of which begins with `and`. */
export function logConditions(
  database: Database,
  filter: Pick<LogListFilter, 'level' | 'sequence' | 'attempt' | 'search'>,
): Fragment {
  return database`
    ${filter.level === undefined ? database`` : database`and level = any(${filter.level}::log_level[])`}
    ${filter.sequence === undefined ? database`` : database`and sequence = ${filter.sequence}`}
    ${filter.attempt === undefined ? database`` : database`and attempt = ${filter.attempt}`}
    ${
      filter.search === undefined
        ? database``
        : database`and (message ilike ${containing(filter.search)} or fields::text ilike ${containing(filter.search)}
          or level::text = ${filter.search.toLowerCase()})`
    }`;
}
