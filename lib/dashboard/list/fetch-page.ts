import { fetchJson } from '../query/fetch-json.ts';
import type { ListPage } from './page.ts';

type Reading = {
  /** Further parameters, such as the continuation token. */
  more?: Record<string, string>;
  /** The list's first page, for a later one. */
  first?: Pick<ListPage<unknown>, 'query'> | undefined;
  signal?: AbortSignal;
};

/** Reads a page of a list. A later page keeps the filter of the first one, in which relative times have become fixed. */
export async function fetchPage<Page extends ListPage<unknown>>(
  path: string,
  filter: string,
  { more, first, signal }: Reading = {},
): Promise<Page> {
  const query = first?.query ?? filter;
  const page = await fetchJson<Page>(`${path}?${withParams(query, more)}`, signal === undefined ? {} : { signal });
  return { ...page, query };
}

function withParams(query: string, more: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams([...new URLSearchParams(query), ...Object.entries(more)]);
}
