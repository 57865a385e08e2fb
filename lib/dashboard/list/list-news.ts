import type { ListPage } from './page.ts';

/** What a list's first page, read again, says of the pages in memory. */
type ListNews<Item> = {
  /** Items that no page in memory has. */
  count: number;
  /** A page with its items as they are now, in their old places; the same page where nothing changed. */
  patch: (page: ListPage<Item>) => ListPage<Item>;
};

export function newsOf<Item>(
  pages: readonly ListPage<Item>[],
  head: ListPage<Item>,
  idOf: (item: Item) => string,
): ListNews<Item> {
  const known = new Set(pages.flatMap((page) => page.value.map(idOf)));
  const newer = new Map(head.value.map((item) => [idOf(item), item]));
  return {
    count: head.value.filter((item) => !known.has(idOf(item))).length,
    patch: (page) =>
      page.value.some((item) => newer.has(idOf(item)))
        ? { ...page, value: page.value.map((item) => newer.get(idOf(item)) ?? item) }
        : page,
  };
}
