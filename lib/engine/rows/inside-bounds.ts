import type { Bounds } from '#contract';
import { type Database, type Fragment, matchingNames, type Transaction } from '#database';

/** The conditions, each of which begins with `and`, that a row with a type and a queue lies inside of bounds. */
export function insideBounds(
  database: Database | Transaction,
  bounds: Bounds | undefined,
  row: 't' | 'wt' | 'a' | 'p' | 'line' = 't',
): Fragment {
  const { types, queues } = bounds ?? {};
  return database`
    ${types === undefined ? database`` : database`and ${matchingNames(database, database`${database(row)}.type`, types)}`}
    ${queues === undefined ? database`` : database`and ${matchingNames(database, database`${database(row)}.queue`, queues)}`}`;
}
