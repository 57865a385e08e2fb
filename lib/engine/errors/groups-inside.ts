import type { Bounds } from '#contract';
import { type Database, type Fragment, matchingNames, type Transaction } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';

/**
 * The conditions, each of which begins with `and`, that all known failures of the error group `g` are of types and
 * queues inside of bounds: its title, its counts and what is decided about it then tell of nothing outside.
 */
export function groupsInside(database: Database | Transaction, bounds: Bounds | undefined): Fragment {
  if (bounds?.types === undefined && bounds?.queues === undefined) return database``;
  const places = database`select from error_fingerprint f join error_place p using (fingerprint) where f.group_id = g.id`;
  return database`
    ${bounds.types === undefined ? database`` : database`and ${matchingNames(database, database`g.type`, bounds.types)}`}
    and exists (${places})
    and not exists (${places} and not (true ${insideBounds(database, bounds, 'p')}))`;
}
