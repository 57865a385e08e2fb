import type { PagedAsyncIterableIterator, PageSettings } from '@azure/core-paging';

/** One page: its items and, where there are more, the token that continues after them. */
export type Page<Item> = Item[] & { continuationToken?: string };

/** A pageable list: iterate its items, or its pages with `byPage()`. Nothing is asked for before the first `next()`. */
export type Pageable<Item> = PagedAsyncIterableIterator<Item, Page<Item>, PageSettings>;

type Fetch<Item> = (settings: PageSettings) => Promise<{ value: Item[]; continuationToken: string | undefined }>;

/**
 * The pageable list of a function that fetches one page. A class, because Next's minifier inlines a closure given to a
 * function into that function's generators, where the closure's `this` is lost.
 */
export class PageableList<Item> implements Pageable<Item> {
  readonly #fetch: Fetch<Item>;
  #items: AsyncGenerator<Item, undefined> | undefined;

  constructor(fetch: Fetch<Item>) {
    this.#fetch = fetch;
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    this.#items ??= this.#itemsOfPages();
    return this.#items.next();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async *byPage(settings: PageSettings = {}): AsyncGenerator<Page<Item>, undefined> {
    let next: string | undefined = settings.continuationToken;
    do {
      const page = await this.#fetch({ ...settings, ...(next === undefined ? {} : { continuationToken: next }) });
      next = page.continuationToken;
      yield Object.assign(page.value, next === undefined ? {} : { continuationToken: next });
    } while (next !== undefined);
  }

  async *#itemsOfPages(): AsyncGenerator<Item, undefined> {
    for await (const page of this.byPage()) yield* page;
  }
}
