import type { Database, Fragment, Transaction } from '#database';

/**
 * The condition that a time is at least so long ago. One that lies as far ahead is of a clock that was set back since, and
 * counts as well: what waits for it would wait until the clock has caught up.
 */
export function isLongAgo(database: Database | Transaction, column: string, agoInMs: number | Fragment): Fragment {
  const time = database`${database(column)}`;
  const ago = database`${agoInMs}::bigint * interval '1 ms'`;
  return database`(${time} <= now() - ${ago} or ${time} > now() + ${ago})`;
}
