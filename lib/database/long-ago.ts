import type { Database, Fragment, Transaction } from './connect.ts';

/**
 * The condition that a time is at least so long ago. One that lies as far ahead is of a clock that was set back since, and
 * counts as well: what waits for it would wait until the clock has caught up.
 */
export function isLongAgo(database: Database | Transaction, column: string, agoInMs: number | Fragment): Fragment {
  const time = database`${database(column)}`;
  const ago = database`${agoInMs}::bigint * interval '1 ms'`;
  return database`(${time} <= now() - ${ago} or ${time} > now() + ${ago})`;
}

/** The condition that a time is less than so long ago, and not as far ahead. Without a time it does not hold. */
export function isRecent(database: Database | Transaction, column: string, agoInMs: number): Fragment {
  return database`(${database(column)} is not null and not ${isLongAgo(database, column, agoInMs)})`;
}
