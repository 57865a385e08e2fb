/**
 * One page of a list on its way to the browser: an array loses its `continuationToken` in JSON, an object keeps it.
 * `query`: the filter that it was read with, and that its token belongs to. `dataAgeInMs`: how far it may be behind.
 * `searchedTo`: how far the search has come in time, where it stopped before its page was full.
 */
export type ListPage<Item> = {
  value: Item[];
  continuationToken?: string;
  query?: string;
  dataAgeInMs?: number;
  searchedTo?: string;
};

/** Where a list's first page is kept in the cache; each later page is kept under its continuation token. */
export function firstPageKey(listKey: readonly string[]): string[] {
  return [...listKey, ''];
}

type Pageable<Item> = {
  byPage(settings: { continuationToken?: string; maxPageSize?: number }): AsyncIterable<
    Item[] & {
      continuationToken?: string | undefined;
      dataAgeInMs?: number | undefined;
      searchedTo?: string | undefined;
    }
  >;
};

/** Reads the first page, or the one that a token continues with. */
export async function readPage<Item>(
  list: Pageable<Item>,
  settings: { continuationToken?: string | undefined; maxPageSize?: number | undefined } = {},
): Promise<ListPage<Item>> {
  const { continuationToken, maxPageSize } = settings;
  const pages = list.byPage({
    ...(continuationToken === undefined ? {} : { continuationToken }),
    ...(maxPageSize === undefined ? {} : { maxPageSize }),
  });
  for await (const page of pages) {
    const { continuationToken: next, dataAgeInMs, searchedTo } = page;
    return {
      value: [...page],
      ...(next === undefined ? {} : { continuationToken: next }),
      ...(dataAgeInMs === undefined ? {} : { dataAgeInMs }),
      ...(searchedTo === undefined ? {} : { searchedTo }),
    };
  }
  return { value: [] };
}
