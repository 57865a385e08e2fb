import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { refreshRound } from './refresh-round.ts';

const queryKey = ['task', 't1'];
let client: QueryClient;
let stop = () => {};
afterEach(() => {
  stop();
  client.clear();
});

/** Shows a query whose reads end when the test says so, each with the status as it was when the read began. */
function show() {
  const read = { status: 'running', begun: [] as (() => void)[] };
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryFn = () => {
    const { status } = read;
    return new Promise<string>((resolve) => read.begun.push(() => resolve(status)));
  };
  stop = new QueryObserver(client, { queryKey: [...queryKey, 'run'], queryFn }).subscribe(() => {});
  return { read, shown: () => client.getQueryData([...queryKey, 'run']) };
}

it('reads again what was first read while it changed', async () => {
  const { read, shown } = show();
  const refresh = refreshRound(client);
  read.status = 'succeeded';
  const refreshed = refresh(queryKey);
  read.begun[0]?.();
  await vi.waitFor(() => expect(read.begun).toHaveLength(2));
  expect(shown()).toBe('running');
  read.begun[1]?.();
  await refreshed;
  expect([shown(), read.begun.length]).toEqual(['succeeded', 2]);
});

it('makes up for a call that came during a round by one more', async () => {
  const { read } = show();
  read.begun[0]?.();
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  const refresh = refreshRound(client);
  const refreshed = refresh(queryKey);
  await vi.waitFor(() => expect(read.begun).toHaveLength(2));
  await Promise.all([refresh(queryKey), refresh(queryKey)]);
  read.begun[1]?.();
  await vi.waitFor(() => expect(read.begun).toHaveLength(3));
  read.begun[2]?.();
  await refreshed;
  expect(read.begun).toHaveLength(3);
});

it('does not give up the next page that somebody asked for', async () => {
  const begun: { page: number; end: () => void }[] = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const list = new InfiniteQueryObserver(client, {
    queryKey: [...queryKey, 'steps'],
    queryFn: ({ pageParam }) =>
      new Promise<number>((resolve) => begun.push({ page: pageParam, end: () => resolve(pageParam) })),
    initialPageParam: 0,
    getNextPageParam: (page) => page + 1,
  });
  stop = list.subscribe(() => {});
  begun[0]?.end();
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  const next = list.fetchNextPage();
  const refreshed = refreshRound(client)(queryKey);
  for (const place of [1, 2, 3]) {
    await vi.waitFor(() => expect(begun[place]).toBeDefined());
    begun[place]?.end();
  }
  expect((await next).data?.pages).toEqual([0, 1]);
  await refreshed;
  expect(begun.map(({ page }) => page)).toEqual([0, 1, 0, 1]);
});
