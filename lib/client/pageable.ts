import type { PagedAsyncIterableIterator, PageSettings } from '@azure/core-paging';

/** Pages of most lists have no further members. */
export type NoExtra = Record<never, never>;

/** One page: its items, the token of the next page when there is one, and further members of this list. */
export type Page<Item, Extra = NoExtra> = Item[] & Extra & { continuationToken?: string };

/**
 * A paged list: iterate over its items, or over its pages with `byPage()`. No request is sent before the first
 * `next()`.
 */
export type Pageable<Item, Extra = NoExtra> = PagedAsyncIterableIterator<Item, Page<Item, Extra>, PageSettings>;

type Fetched<Item, Extra> = { value: Item[]; continuationToken: string | undefined; extra: Extra };
type Fetch<Item, Extra> = (settings: PageSettings) => Promise<Fetched<Item, Extra>>;

/**
 * Creates a paged list from a function that fetches one page. It is a class because Next's minifier inlines a closure
 * into the function's generators, where the closure's `this` is lost.
 */
export class PageableList<Item, Extra extends object = NoExtra> implements Pageable<Item, Extra> {
  readonly #fetch: Fetch<Item, Extra>;
  #items: AsyncGenerator<Item, undefined> | undefined;

  constructor(fetch: Fetch<Item, Extra>) {
    this.#fetch = fetch;
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    this.#items ??= this.#itemsOfPages();
    return this.#items.next();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async *byPage(settings: PageSettings = {}): AsyncGenerator<Page<Item, Extra>, undefined> {
    let next: string | undefined = settings.continuationToken;
    do {
      const page = await this.#fetch({ ...settings, ...(next === undefined ? {} : { continuationToken: next }) });
      next = page.continuationToken;
      yield Object.assign(page.value, page.extra, next === undefined ? {} : { continuationToken: next });
    } while (next !== undefined);
  }

  async *#itemsOfPages(): AsyncGenerator<Item, undefined> {
    for await (const page of this.byPage()) yield* page;
  }
}

/** Returns the same pages with every item mapped. */
export function mapPages<Item, Extra extends object, Mapped>(
  pages: Pageable<Item, Extra>,
  map: (item: Item) => Mapped,
): Pageable<Mapped> {
  return new PageableList<Mapped>(async (settings) => {
    const { value: page } = await pages.byPage(settings).next();
    return { value: (page ?? []).map(map), continuationToken: page?.continuationToken, extra: {} };
  });
}
