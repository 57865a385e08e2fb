import { z } from 'zod';
import { type Bounds, type ErrorGroup, type ErrorGroupFilter, type Page, timestampInput } from '#contract';
import { beginningWith, containing, type Database, decodePageToken, type Fragment, pageFrom } from '#database';
import { type GroupRow, groupRecord, selectCounts, selectGroups } from './group-record.ts';
import { groupsInside } from './groups-inside.ts';
import { occurrencesOf, presentIntervals, readCounts } from './occurrences.ts';

const orders = {
  'recentFailures desc': { column: 'heat', position: z.number(), type: 'float8' },
  'lastSeenOn desc': { column: 'last_seen_on', position: timestampInput, type: 'timestamptz' },
  'firstSeenOn desc': { column: 'first_seen_on', position: timestampInput, type: 'timestamptz' },
} as const;

/** Lists groups of failures inside of bounds. Throws `InvalidContinuationToken`. */
export async function listErrorGroups(
  database: Database,
  filter: ErrorGroupFilter,
  bounds?: Bounds,
): Promise<Page<ErrorGroup>> {
  const { column, position, type } = orders[filter.orderBy];
  const list = ['error groups', filter.orderBy];
  const last = decodePageToken(list, filter.continuationToken, z.tuple([position, z.string()]));
  const rows = await database<GroupRow[]>`
    with g as materialized (
      select * from (${selectGroups(database, bounds)}) g where true
      ${last === undefined ? database`` : database`and (${database(column)}, id) < (${last[0]}::${database.unsafe(type)}, ${last[1]})`}
      ${groupsInside(database, bounds)} ${conditionsOf(database, filter)}
      order by ${database(column)} desc, id desc limit ${filter.maxPageSize + 1}
    )
    ${selectCounts(database, bounds)} order by g.${database(column)} desc, g.id desc`;
  const intervals = await presentIntervals(database, filter.windowInMs);
  const counts = await readCounts(
    database,
    rows.map(({ id }) => id),
    intervals,
  );
  return pageFrom(rows, {
    list,
    maxPageSize: filter.maxPageSize,
    convert: (row) => groupRecord(row, occurrencesOf(intervals, counts.get(row.id))),
    position: (row) => [row[column], row.id],
  });
}

/** The conditions of a filter on rows of `selectGroups`. A search does not look into codes that are hidden with the title. */
export function conditionsOf(database: Database, { status, owner, search, type }: ErrorGroupFilter): Fragment {
  return database`${status === undefined ? database`` : database`and status = any(${status}::text[])`}
    ${owner === undefined ? database`` : database`and owner = ${owner}`}
    ${type === undefined ? database`` : ofTypes(database, type)}
    ${search === undefined ? database`` : database`and concat_ws(' ', name, type, step, error_name, case when title is not null then code end, title) ilike ${containing(search)}`}`;
}

function ofTypes(database: Database, types: readonly string[]) {
  const prefixes = types.filter((type) => type.endsWith('*')).map((type) => beginningWith(type.slice(0, -1)));
  return database`and (type = any(${[...types]}::text[]) or type like any(${prefixes}::text[]))`;
}
