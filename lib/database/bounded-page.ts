import { limits, type Page } from '#contract';
import type { Database, Fragment } from './connect.ts';
import { pageFrom } from './page.ts';

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

/** As `pageFrom`, of rows of `withinPageBytes`. Rows that did not fit are on the next page. */
export async function boundedPageFrom<Row extends { page_total: number }, Item>(
  rows: readonly Row[],
  page: {
    list: unknown;
    maxPageSize: number;
    convert: (row: Row) => Item | Promise<Item>;
    position: (last: Row) => unknown;
  },
): Promise<Page<Item>> {
  const last = rows.at(-1);
  if (last === undefined || last.page_total === rows.length) return pageFrom(rows, page);
  return pageFrom([...rows, last], { ...page, maxPageSize: Math.min(page.maxPageSize, rows.length) });
}
