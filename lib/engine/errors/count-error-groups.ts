import type { ErrorGroupFilter } from '#contract';
import type { Database } from '#database';
import { selectGroups } from './group-record.ts';
import { conditionsOf } from './list-error-groups.ts';

/** Counts groups of failures that match a filter, up to `most`. */
export async function countErrorGroups(
  database: Database,
  filter: ErrorGroupFilter,
  most: number,
): Promise<{ count: number; hasMore: boolean }> {
  const [row] = await database<{ count: number }[]>`
    select count(*) as count from (
      select from (${selectGroups(database)}) g where true ${conditionsOf(database, filter)} limit ${most + 1}) counted`;
  const count = row?.count ?? 0;
  return { count: Math.min(count, most), hasMore: count > most };
}
