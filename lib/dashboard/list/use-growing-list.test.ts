// @vitest-environment jsdom
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import type { ListPage } from './page.ts';
import { useGrowingList } from './use-growing-list.ts';

type Page = ListPage<string> & { readAs: number; isShort: boolean };

const size = 50;
const pageCount = 3;
let reads: string[];
let isAway: boolean;
let shortPage: number | undefined;
let held: Promise<void> | undefined;
let list: ReturnType<typeof useGrowingList<Page>>;
let client: QueryClient;

beforeEach(async () => {
  notifyManager.setScheduler(queueMicrotask); // so that `act` sees the end of a read
  reads = [];
  isAway = false;
  shortPage = undefined;
  held = undefined;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await draw(createElement(QueryClientProvider, { client }, createElement(List)));
});

afterEach(() => client.clear());

async function read(token: string, first: Page | undefined): Promise<Page> {
  reads.push(token);
  await held;
  if (isAway) throw new Error('away');
  const index = Number(token);
  const value = Array.from({ length: size }, (_, row) => `row ${index * size + row}`);
  return {
    value,
    readAs: first?.readAs ?? reads.length,
    isShort: index === shortPage,
    ...(index + 1 < pageCount && { continuationToken: `${index + 1}` }),
  };
}

function List() {
  list = useGrowingList<Page>({
    key: ['list'],
    read: (token, { first }) => read(token, first),
    stopsAfter: ({ isShort }) => isShort,
  });
  return null;
}

const scroll = (first: number, last: number) => act(async () => list.onVisible(first, last));
const rows = () => list.pages.flatMap(({ value }) => value);

it('reads on when the end of what is loaded is near, as a part of the same list, and not before', async () => {
  await scroll(0, 20);
  expect(reads).toEqual(['']);
  expect(list.hasMore).toBe(true);
  await scroll(1, 21);
  expect(reads).toEqual(['', '1']);
  expect(list.pages.map(({ readAs }) => readAs)).toEqual([1, 1]);
  expect(list.view()).toEqual({ first: 1, last: 21 });
});

it('stops after a page that says so, and reads on when asked', async () => {
  shortPage = 1;
  await scroll(30, 49);
  await scroll(70, 99);
  expect(reads).toEqual(['', '1']);
  expect(list.hasMore).toBe(true);
  await act(async () => list.readOn());
  expect(reads).toEqual(['', '1', '2']);
});

it('ends with the last page, and keeps all that it read', async () => {
  for (const last of [49, 99, 149]) await scroll(last - 9, last);
  expect(reads).toEqual(['', '1', '2']);
  expect(rows()).toHaveLength(size * pageCount);
  expect(list.hasMore).toBe(false);
});

it('does not ask over and over for a page that cannot be read, until it is asked to', async () => {
  isAway = true;
  await scroll(30, 49);
  await scroll(29, 48);
  expect(reads).toEqual(['', '1']);
  expect(list.error).toMatchObject({ message: 'away' });
  expect(rows()).toHaveLength(size);
  isAway = false;
  await act(async () => list.retry());
  expect(reads).toEqual(['', '1', '1']);
  expect(list.error).toBeNull();
});

it('reads its pages again together, and again where that failed', async () => {
  await scroll(30, 49);
  isAway = true;
  await act(async () => client.refetchQueries({ queryKey: ['list'] }));
  expect(list.error, 'the rows stay, and the badge of live updates tells it').toBeNull();
  expect(rows()).toHaveLength(2 * size);
  isAway = false;
  await act(async () => list.retry());
  expect(reads).toEqual(['', '1', '', '', '1']);
  expect(list.error).toBeNull();
  expect(rows()).toHaveLength(2 * size);
});

it('says what failed also while it reads its first page again', async () => {
  isAway = true;
  await act(async () => client.resetQueries({ queryKey: ['list'] }));
  expect([list.error, list.isLoading]).toEqual([expect.objectContaining({ message: 'away' }), false]);
  const again = Promise.withResolvers<void>();
  held = again.promise;
  await act(async () => list.refresh());
  expect([list.error, list.isLoading]).toEqual([expect.objectContaining({ message: 'away' }), false]);
  isAway = false;
  await act(async () => again.resolve());
  expect(list.error).toBeNull();
  expect(rows()).toHaveLength(size);
});
