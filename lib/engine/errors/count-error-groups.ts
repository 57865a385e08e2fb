import type { Bounds, ErrorGroupFilter } from '#contract';
import type { Database } from '#database';
import { selectGroups } from './group-record.ts';
import { groupsInside } from './groups-inside.ts';
import { conditionsOf } from './list-error-groups.ts';

/** Counts groups of failures inside of bounds that match a filter, up to `most`. */
export async function countErrorGroups(
  database: Database,
  filter: ErrorGroupFilter,
  most: number,
  bounds?: Bounds,
): Promise<{ count: number; hasMore: boolean }> {
  const [row] = await database<{ count: number }[]>`
    select count(*) as count from (
      select from (${selectGroups(database)}) g where true ${groupsInside(database, bounds)}
        ${conditionsOf(database, filter)} limit ${most + 1}) counted`;
  const count = row?.count ?? 0;
  return { count: Math.min(count, most), hasMore: count > most };
}
