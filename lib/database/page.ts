import { limits, type Page } from '#contract';
import type { Database, Fragment } from './connect.ts';
import { encodePageToken } from './page-token.ts';

/** A row of `withinPageBytes`: how many rows there were before the bound. */
type BoundedRow = { page_total?: number };

/**
 * The page of the first `maxPageSize` rows of a query that asked for one row more. The extra row shows that there is a
 * next page, which the token continues from the last row's position. For `list` see `encodePageToken`.
 */
export function pageFrom<Row extends object, Item>(
  rows: readonly (Row & BoundedRow)[],
  page: { list: unknown; maxPageSize: number; convert: (row: Row) => Item; position: (last: Row) => unknown },
): Page<Item> {
  const shown = rows.slice(0, page.maxPageSize);
  const value = shown.map(page.convert);
  const last = shown.at(-1);
  const total = rows[0]?.page_total ?? rows.length;
  return total > shown.length && last !== undefined
    ? { value, continuationToken: encodePageToken(page.list, page.position(last)) }
    : { value };
}

/**
 * The first of these rows, at least one, that fit into `limits.pageBytes`. A column `page_bytes` of the rows says how
 * large each is.
 */
export function withinPageBytes(database: Database, rows: Fragment): Fragment {
  return database`
    select * from (
      select p.*, sum(p.page_bytes) over (rows unbounded preceding) as bytes_so_far, count(*) over () as page_total
      from (${rows}) p
    ) bounded where bytes_so_far <= ${limits.pageBytes} or bytes_so_far = page_bytes`;
}

/** The size in bytes of columns of JSON, as text. Their stored size is that of their compressed form. */
export function jsonBytes(database: Database, ...columns: string[]): Fragment {
  return columns.reduce(
    (sum, column) => database`${sum} + coalesce(octet_length(${database(column)}::text), 0)`,
    database`0`,
  );
}
