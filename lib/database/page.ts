import type { Page } from '#contract';
import { encodePageToken } from './page-token.ts';

/**
 * The page of the first `maxPageSize` rows of a query that asked for one row more. The extra row shows that there is a
 * next page, which the token continues from the last row's position. For `list` see `encodePageToken`.
 */
export function pageFrom<Row, Item>(
  rows: readonly Row[],
  page: { list: unknown; maxPageSize: number; convert: (row: Row) => Item; position: (last: Row) => unknown },
): Page<Item> {
  const value = rows.slice(0, page.maxPageSize).map(page.convert);
  const last = rows[page.maxPageSize - 1];
  return rows.length > page.maxPageSize && last !== undefined
    ? { value, continuationToken: encodePageToken(page.list, page.position(last)) }
    : { value };
}
