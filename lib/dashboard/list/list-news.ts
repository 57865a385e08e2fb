import type { ListPage } from './page.ts';

/** What a list's first page, read again, says of the pages in memory. */
type ListNews<Item> = {
  /** Items that no page in memory has. */
  count: number;
  /** Items of the first page in memory that it has no longer: they left the list, or others came before them. */
  missing: Item[];
  /** A page with its items as they are now, in their old places; the same page where nothing changed. */
  patch: (page: ListPage<Item>) => ListPage<Item>;
};

/** A page with these items in the places of their earlier forms; the same page where it has none of them. */
export function patchPage<Item>(
  page: ListPage<Item>,
  items: readonly Item[],
  idOf: (item: Item) => string,
): ListPage<Item> {
  const newer = new Map(items.map((item) => [idOf(item), item]));
  if (!page.value.some((item) => newer.has(idOf(item)))) return page;
  return { ...page, value: page.value.map((item) => newer.get(idOf(item)) ?? item) };
}

export function newsOf<Item>(
  pages: readonly ListPage<Item>[],
  head: ListPage<Item>,
  idOf: (item: Item) => string,
): ListNews<Item> {
  const known = new Set(pages.flatMap((page) => page.value.map(idOf)));
  const present = new Set(head.value.map(idOf));
  return {
    count: head.value.filter((item) => !known.has(idOf(item))).length,
    missing: pages[0]?.value.filter((item) => !present.has(idOf(item))) ?? [],
    patch: (page) => patchPage(page, head.value, idOf),
  };
}
