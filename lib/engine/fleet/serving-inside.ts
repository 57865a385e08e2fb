import type { Bounds } from '#contract';
import { type Database, type Fragment, matchingNames } from '#database';

/** The condition, which begins with `and`, that a worker serves a type or a queue inside of bounds. */
export function servingInside(database: Database, column: 'types' | 'queues', bounds: Bounds | undefined): Fragment {
  const names = bounds?.[column];
  if (names === undefined) return database``;
  const served = database`select from unnest(${database(column)}) served (name)`;
  return database`and exists (${served} where ${matchingNames(database, database`served.name`, names)})`;
}
