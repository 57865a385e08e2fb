import type { PagedAsyncIterableIterator, PageSettings } from '@azure/core-paging';

/** One page: its items and, where there are more, the token that continues after them. */
export type Page<Item> = Item[] & { continuationToken?: string };

/** A pageable list: iterate its items, or its pages with `byPage()`. Nothing is asked for before the first `next()`. */
export type Pageable<Item> = PagedAsyncIterableIterator<Item, Page<Item>, PageSettings>;

type Fetch<Item> = (settings: PageSettings) => Promise<{ value: Item[]; continuationToken: string | undefined }>;

/** Makes the pageable list of a function that fetches one page. */
export function pageable<Item>(fetch: Fetch<Item>): Pageable<Item> {
  async function* pages(settings: PageSettings): AsyncGenerator<Page<Item>, undefined> {
    let next: string | undefined = settings.continuationToken;
    do {
      const answer = await fetch({ ...settings, ...(next === undefined ? {} : { continuationToken: next }) });
      next = answer.continuationToken;
      yield Object.assign(answer.value, next === undefined ? {} : { continuationToken: next });
    } while (next !== undefined);
  }
  async function* items(): AsyncGenerator<Item, undefined> {
    for await (const page of pages({})) yield* page;
  }
  const iterator = items();
  return {
    next: () => iterator.next(),
    [Symbol.asyncIterator]() {
      return this;
    },
    byPage: (settings = {}) => pages(settings),
  };
}
