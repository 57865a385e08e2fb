import { z } from 'zod';
import { type Bounds, isInside, type Page, type Paging, type ValueIndex } from '#contract';
import { type Database, decodePageToken, pageFrom } from '#database';
import { entriesInOrder, type ValueIndexRow, valueIndexColumns, valueIndexRecord } from './value-index-row.ts';

/** Entries are counted up to this number, and estimated above it. */
const mostCounted = 10_000;

/** Lists indexes by path and type. With bounds, only those about types inside, and without sizes. */
export async function listValueIndexes(
  database: Database,
  query: Paging,
  bounds: Bounds | undefined,
): Promise<Page<ValueIndex>> {
  const list = 'value indexes';
  const after = decodePageToken(list, query.continuationToken, z.tuple([z.string(), z.string()])) ?? ['', ''];
  const rows = await database<ValueIndexRow[]>`
    select ${valueIndexColumns(database)} from value_index
    where (pointer, coalesce(type, '')) > (${after[0]}, ${after[1]})
    order by pointer, coalesce(type, '') limit ${query.maxPageSize + 1}`;
  const sizes = bounds === undefined ? await sizesOf(database, rows) : undefined;
  const page = await pageFrom(rows, {
    list,
    maxPageSize: query.maxPageSize,
    convert: (row) => row,
    position: ({ pointer, type }) => [pointer, type ?? ''],
  });
  const seen = page.value.filter(({ type }) => type === null || isInside(bounds?.types, type));
  return { ...page, value: seen.map((row) => ({ ...valueIndexRecord(row), ...sizes?.get(row.key) })) };
}

type Size = { entryCount: number; bytes: number };

/** Counts up to a bound, then estimates from the statistics that PostgreSQL keeps of the table. */
async function sizesOf(database: Database, rows: readonly ValueIndexRow[]): Promise<ReadonlyMap<number, Size>> {
  const counted = await database<{ key: number; entries: number; bytes: number }[]>`
    with shares as (
      select value::text::bigint as key, share from pg_stats,
        unnest(most_common_vals::text::text[], most_common_freqs) as common (value, share)
      where schemaname = current_schema() and tablename = 'value_entry' and attname = 'index_key'
    ), whole as (
      select greatest(reltuples, 1)::float8 as entries, pg_total_relation_size(oid)::float8 as bytes
      from pg_class where oid = 'value_entry'::regclass
    ), counted as (
      select given.key, (
        select count(*) from (
          select from value_entry e where e.index_key = given.key ${entriesInOrder(database)} limit ${mostCounted + 1}
        ) found) as entries
      from unnest(${rows.map(({ key }) => key)}::bigint[]) as given (key)
    ), sized as (
      select c.key, case when c.entries <= ${mostCounted} then c.entries
        else greatest(c.entries, coalesce(s.share, 0) * w.entries) end as entries
      from counted c cross join whole w left join shares s using (key)
    )
    select sized.key, round(sized.entries)::bigint as entries,
      round(w.bytes * sized.entries / greatest(w.entries, sum(sized.entries) over (), 1))::bigint as bytes
    from sized cross join whole w`;
  return new Map(counted.map(({ key, entries, bytes }) => [key, { entryCount: entries, bytes }]));
}
