import type { Page } from '#contract';
import { encodeToken } from './continuation-token.ts';

/** A page of the first `maxPageSize` rows, out of a query that asked for one more to learn whether there is more. */
export function pageFrom<Row, Item>(
  rows: readonly Row[],
  maxPageSize: number,
  convert: (row: Row) => Item,
  position: (last: Row) => Record<string, string | number>,
): Page<Item> {
  const value = rows.slice(0, maxPageSize).map(convert);
  const last = rows[maxPageSize - 1];
  return rows.length > maxPageSize && last !== undefined
    ? { value, continuationToken: encodeToken(position(last)) }
    : { value };
}
