// @vitest-environment jsdom
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { firstPageKey, type ListPage } from './page.ts';
import { useListCache, useListPages } from './use-list-pages.ts';

type Page = ListPage<string> & { readAs: number };
type Settings = { name?: string; isStopped?: boolean };

const size = 10;
const pageCount = 4;
let reads: string[];
let isAway: boolean;
let pages: ReturnType<typeof useListPages<Page>>;
let cache: ReturnType<typeof useListCache<Page>>;
let client: QueryClient;

beforeEach(() => {
  notifyManager.setScheduler(queueMicrotask); // so that `act` sees the end of a read
  reads = [];
  isAway = false;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

afterEach(() => client.clear());

/** Reads `list` as pages of ten rows; each page notes which read of the first one it belongs to. */
async function read(list: string, token: string | undefined, first: Page | undefined): Promise<Page> {
  reads.push(`${list} ${token ?? 'first'}`);
  if (isAway) throw new Error('away');
  const index = Number(token ?? 0);
  const value = Array.from({ length: size }, (_, row) => `${list}${index * size + row}`);
  const readAs = first?.readAs ?? reads.filter((one) => one === `${list} first`).length;
  return { value, readAs, ...(index + 1 < pageCount && { continuationToken: String(index + 1) }) };
}

function List({ name = 'a', isStopped = false }: Settings) {
  const key = ['list', name];
  pages = useListPages<Page>({ key, rowsAround: 2, isStopped, read: (token, { first }) => read(name, token, first) });
  cache = useListCache<Page>(key);
  return null;
}

async function show(settings: Settings = {}) {
  const listOf = (next: Settings) => createElement(QueryClientProvider, { client }, createElement(List, next));
  const { redraw } = await draw(listOf(settings));
  return (next: Settings) => redraw(listOf(next));
}

const scroll = (first: number, last: number) => act(async () => pages.onVisible(first, last));
const loaded = () => pages.rows.filter((row) => row !== undefined);

it('reads a page as its first row comes near, and not before', async () => {
  await show();
  expect(reads).toEqual(['a first']);
  expect(pages).toMatchObject({ isLoading: false, totalCount: -1, error: null });
  await scroll(0, 7);
  expect(reads).toEqual(['a first']);
  await scroll(1, 8);
  expect(reads).toEqual(['a first', 'a 1']);
  expect(loaded()).toHaveLength(20);
});

it('knows how many rows there are once the last page is read', async () => {
  await show();
  for (const last of [9, 19, 29]) await scroll(last - 5, last);
  expect(reads).toEqual(['a first', 'a 1', 'a 2', 'a 3']);
  expect(pages.totalCount).toBe(40);
});

it('lets go of pages far from the screen but not of their places', async () => {
  await show();
  for (const last of [9, 19, 29, 39]) await scroll(last - 5, last);
  expect(pages.rows).toHaveLength(40);
  expect([pages.rows[0], pages.rows[15], pages.rows[39]]).toEqual(['a0', undefined, 'a39']);
  await scroll(12, 18);
  expect(pages.rows[15]).toBe('a15');
});

it('begins another list at its top, however far the one before was scrolled', async () => {
  const draw = await show();
  await scroll(4, 9);
  await draw({ name: 'b' });
  expect(reads).toEqual(['a first', 'a 1', 'b first']);
  expect(loaded()[0]).toBe('b0');
  expect(pages.view()).toMatchObject({ first: 4, last: 9 });
});

it('gives later pages the first one', async () => {
  await show();
  await scroll(4, 9);
  expect(cache.loaded().map(({ token, page }) => [token, page.readAs])).toEqual([
    ['', 1],
    ['1', 1],
  ]);
});

it('reads a first page again for itself, not as a part of what it was', async () => {
  await show();
  await act(async () => client.refetchQueries({ queryKey: ['list', 'a'] }));
  expect(cache.loaded().map(({ page }) => page.readAs)).toEqual([2]);
});

it('changes pages where they stand', async () => {
  await show();
  await scroll(4, 9);
  await act(async () => {
    cache.change((page) => ({ ...page, value: page.value.map((row) => (row === 'a12' ? 'A12' : row)) }));
  });
  expect(pages.rows.slice(11, 14)).toEqual(['a11', 'A12', 'a13']);
  expect(reads).toEqual(['a first', 'a 1']);
});

it('begins anew with a page that is there, and leaves other lists alone', async () => {
  client.setQueryData(firstPageKey(['list', 'a', 'b']), { value: ['other'], readAs: 0 });
  await show();
  await scroll(4, 9);
  await act(async () => {
    pages.reset();
    cache.begin({ value: ['new', 'a0'], readAs: 9 });
  });
  expect(pages.rows).toEqual(['new', 'a0']);
  expect(pages.totalCount).toBe(2);
  expect(cache.loaded()).toHaveLength(1);
  expect(client.getQueryData(firstPageKey(['list', 'a', 'b']))).toMatchObject({ value: ['other'] });
});

it('forgets how far was scrolled before it begins anew', async () => {
  await show();
  for (const last of [9, 19, 29, 39]) await scroll(last - 5, last);
  reads = [];
  await act(async () => {
    pages.reset();
    cache.begin({ value: ['new', 'a0'], readAs: 9, continuationToken: '1' });
  });
  expect(pages.view()).toMatchObject({ first: 0, last: 0 });
  expect(pages.rows.slice(0, 3)).toEqual(['new', 'a0', 'a10']);
  expect([pages.totalCount, reads]).toEqual([-1, ['a 1']]);
});

it('keeps what it has when a page cannot be read, and reads that page alone again when asked', async () => {
  await show();
  isAway = true;
  await scroll(4, 9);
  expect(pages.error).toMatchObject({ message: 'away' });
  expect(loaded()).toHaveLength(10);
  isAway = false;
  await act(async () => pages.retry());
  expect(pages.error).toBeNull();
  expect(reads).toEqual(['a first', 'a 1', 'a 1']);
  expect(loaded()).toHaveLength(20);
});

it('reads no further page while it is stopped, and goes on where it was', async () => {
  const change = await show({ isStopped: true });
  expect(reads, 'the first page is read').toEqual(['a first']);
  await scroll(0, 9);
  expect(reads).toEqual(['a first']);
  expect(pages.rows, 'no row stands for what is not read').toHaveLength(size);
  expect(pages.totalCount, 'the list goes on').toBe(-1);
  await change({ isStopped: false });
  expect(reads).toEqual(['a first', 'a 1']);
});
