import { z } from 'zod';
import { limits, type StateListFilter, type StatePrefix, TaskdeckError } from '#contract';
import { type Database, decodePageToken, encodePageToken } from '#database';
import { type EntryRow, entryColumns, entryRecords } from '../../rows/entry-row.ts';
import { marksOfStore, type ReadStore } from '../../stores/store-for-reading.ts';
import { isVisible } from './conditions.ts';
import type { ListedPage } from './listed-page.ts';
import { successor } from './prefix-range.ts';

/** Entries below a prefix are counted up to this number. */
const mostCounted = 100;

type ItemRow = {
  rolled: string | null;
  found_id: string;
  entry_count: number;
  total: number;
  store_sensitive: string[] | null;
};
type Row = ItemRow & ({ [Name in keyof EntryRow]: EntryRow[Name] | null } | EntryRow);

const position = z.object({ id: z.string(), isPrefix: z.boolean() });

/**
 * Lists the entries directly below a prefix and the prefixes below it. Each result costs one descent of the index,
 * which skips everything below a prefix. The cost depends on the results, not on the number of entries below them.
 */
export async function rollUp(
  database: Database,
  store: ReadStore,
  filter: StateListFilter,
  delimiter: string,
): Promise<ListedPage> {
  const { maxPageSize, continuationToken, includeValue, prefix = '', ...which } = filter;
  const isDescending = filter.orderBy === 'id desc';
  const identity = [store.key, prefix, which];
  const after = decodePageToken(identity, continuationToken, position);
  const afterDelimiter = successor(delimiter);
  if (afterDelimiter === undefined)
    throw new TaskdeckError('InvalidRequest', 'the delimiter is the last character of Unicode: nothing follows it');
  const high = successor(prefix);
  const visible = isVisible(database);
  const inRange = database`e.store_key = ${store.key} and e.id >= ${prefix}::text
    ${high === undefined ? database`` : database`and e.id < ${high}`} and ${visible}`;
  const inOrder = isDescending ? database`order by e.id desc` : database`order by e.id`;
  // Ids have no control characters, so nothing lies between an id and the same id followed by the first control character.
  const beyond = (id: string, isPrefix: boolean) =>
    isDescending ? id : isPrefix ? `${id.slice(0, -delimiter.length)}${afterDelimiter}` : `${id}\u0001`;
  const from =
    after === undefined
      ? database``
      : isDescending
        ? database`and e.id < ${beyond(after.id, after.isPrefix)}`
        : database`and e.id >= ${beyond(after.id, after.isPrefix)}`;

  const rows = await database<Row[]>`
    with recursive item as (
      (select e.id, 1 as place from state_entry e where ${inRange} ${from} ${inOrder} limit 1)
      union all
      select next.id, item.place + 1
      from item, lateral (
        select strpos(substr(item.id, length(${prefix}::text) + 1), ${delimiter}::text) as at
      ) found, lateral (
        select e.id from state_entry e where ${inRange} and ${
          isDescending
            ? database`e.id < case when found.at > 0
                then left(item.id, length(${prefix}::text) + found.at + length(${delimiter}::text) - 1) else item.id end`
            : database`e.id >= case when found.at > 0
                then left(item.id, length(${prefix}::text) + found.at - 1) || ${afterDelimiter}::text
                else item.id || chr(1) end`
        } ${inOrder} limit 1
      ) next
      where item.place <= ${maxPageSize}
    ), named as (
      select item.*, case when at > 0 then left(id, length(${prefix}::text) + at + length(${delimiter}::text) - 1) end as rolled,
        case when at > 0 then left(id, length(${prefix}::text) + at - 1) || ${afterDelimiter}::text end as rolled_end
      from item, lateral (select strpos(substr(id, length(${prefix}::text) + 1), ${delimiter}::text) as at) found
    ), bounded as (
      select named.id as found_id, named.place, named.rolled, count(*) over () as total, s.*,
        sum(coalesce(s.value_bytes, 0)) over (order by named.place rows unbounded preceding) as bytes,
        case when rolled is not null and place <= ${maxPageSize} then (
          select count(*) from (
            select from state_entry e where e.store_key = ${store.key} and e.id >= rolled and e.id < rolled_end and ${visible}
            limit ${mostCounted + 1}
          ) counted
        ) else 0 end as entry_count
      from named left join lateral (
        select ${entryColumns(database)}, ${includeValue ? database`e.value` : database`null::json as value`}
        from state_entry e where named.rolled is null and e.store_key = ${store.key} and e.id = named.id
      ) s on true
    )
    select *, ${marksOfStore(database, store.key)} from bounded ${includeValue ? database`where bytes <= ${limits.statePageBytes}` : database``} order by place`;

  const shown = rows.slice(0, maxPageSize);
  const last = shown.at(-1);
  const hasMore = (rows[0]?.total ?? 0) > shown.length;
  return {
    value: await entryRecords(shown.filter(isEntry), { ...store, sensitive: last?.store_sensitive ?? [] }),
    prefixes: shown.flatMap((row) => (row.rolled === null ? [] : prefixRecord(row.rolled, row.entry_count))),
    ...(hasMore &&
      last !== undefined && {
        continuationToken: encodePageToken(identity, {
          id: last.rolled ?? last.found_id,
          isPrefix: last.rolled !== null,
        }),
      }),
  };
}

function isEntry(row: Row): row is ItemRow & EntryRow {
  return row.rolled === null && row.id !== null;
}

function prefixRecord(prefix: string, entryCount: number): StatePrefix {
  return { prefix, entryCount: Math.min(entryCount, mostCounted), isCountCapped: entryCount > mostCounted };
}
