import { mapInTurns, type Page } from '#contract';
import { encodePageToken } from './page-token.ts';

/**
 * Returns the page of the first `maxPageSize` rows of a query that read one row more. The extra row shows that there is
 * a next page, and the token continues after the last row of this page. For `list` see `encodePageToken`.
 */
export async function pageFrom<Row, Item>(
  rows: readonly Row[],
  page: {
    list: unknown;
    maxPageSize: number;
    convert: (row: Row) => Item | Promise<Item>;
    position: (last: Row) => unknown;
  },
): Promise<Page<Item>> {
  const value = await mapInTurns(rows.slice(0, page.maxPageSize), page.convert);
  const last = rows[page.maxPageSize - 1];
  return rows.length > page.maxPageSize && last !== undefined
    ? { value, continuationToken: encodePageToken(page.list, page.position(last)) }
    : { value };
}
