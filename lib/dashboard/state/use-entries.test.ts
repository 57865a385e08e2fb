// @vitest-environment jsdom
import { act } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { liveStream } from '../live/browser-live-host.ts';
import { standInLiveStream } from '../testing/live-stream.ts';
import { answerReads, refusal, type ShownHook, showHook } from '../testing/show-hook.ts';
import type { EntryListState } from './entry-list-state.ts';
import { useEntries } from './use-entries.ts';

/** The entries of the store: ids with versions. */
let entries: Map<string, number>;
let searched: number | undefined;
let isAway: boolean;
let isGone: boolean;
let asked: string[];
let state: EntryListState;
let list: ShownHook<ReturnType<typeof useEntries>>;

beforeAll(standInLiveStream);
afterAll(() => vi.unstubAllGlobals());
afterEach(() => {
  vi.useRealTimers();
  liveStream.pause(false);
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  entries = new Map([
    ['a', 1],
    ['b', 1],
  ]);
  isGone = false;
  [searched, isAway, state] = [undefined, false, { storeName: 'orders', filter: [], sort: 'id asc' }];
  ({ asked } = answerReads(({ searchParams }) => {
    if (isAway) return refusal(503, 'ServiceUnavailable');
    if (isGone) return refusal(404, 'StoreNotFound');
    const ids = searchParams.getAll('id');
    const chosen = [...entries].filter(([id]) => ids.length === 0 || ids.includes(id));
    const value = chosen.map(([id, version]) => ({ id, version, etag: `"${version}"` }));
    return { value, ...(searched !== undefined && { searchedCount: searched }) };
  }));
});

async function show(): Promise<void> {
  list = await showHook(() => useEntries(state));
  await vi.waitFor(() => expect(list.now.isLoading).toBe(false));
}

/** Lets the time until the next look pass. */
const look = () =>
  act(async () => {
    vi.advanceTimersByTime(5_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
const shown = () => list.now.rows.map(({ id, etag }) => `${id} ${etag}`);

it('replaces rows where they stand, and counts new ones until the list begins anew', async () => {
  await show();
  entries.set('a', 2).set('c', 1);
  await look();
  expect(shown()).toEqual(['a "2"', 'b "1"']);
  expect(list.now.newCount).toBe(1);
  await act(async () => list.now.restart());
  await vi.waitFor(() => expect(shown()).toEqual(['a "2"', 'b "1"', 'c "1"']));
  expect(list.now.newCount).toBe(0);
});

it('shows the first entries of an empty list by itself', async () => {
  entries = new Map();
  await show();
  entries.set('a', 1);
  await look();
  await vi.waitFor(() => expect(shown()).toEqual(['a "1"']));
});

it('does not look while live updates are paused, the page is hidden, or a search by value is shown', async () => {
  await show();
  const before = asked.length;
  act(() => liveStream.pause(true));
  await look();
  act(() => liveStream.pause(false));
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await look();
  hidden.mockRestore();
  expect(asked).toHaveLength(before);
  await look();
  expect(asked.length).toBeGreaterThan(before);
  list.end();

  searched = 700;
  await show();
  expect(list.now.searchedCount).toBe(700);
  const after = asked.length;
  await look();
  expect(asked).toHaveLength(after);
});

it('looks at once when the page comes back into view', async () => {
  await show();
  entries.set('a', 2);
  await act(async () => void window.dispatchEvent(new Event('focus')));
  await vi.waitFor(() => expect(shown()).toEqual(['a "2"', 'b "1"']));
});

it('keeps what it shows when a look fails, and looks again', async () => {
  await show();
  const { updatedOn } = list.now;
  isAway = true;
  await look();
  expect(shown()).toEqual(['a "1"', 'b "1"']);
  expect(list.now).toMatchObject({ updatedOn, error: null });
  [isAway] = [false];
  entries.set('b', 3);
  await look();
  await vi.waitFor(() => expect(shown()).toEqual(['a "1"', 'b "3"']));
});

it('marks its rows as deleted when the store is gone with its last entry', async () => {
  await show();
  isGone = true;
  await look();
  expect(list.now.rows.map(({ id, isDeleted }) => [id, isDeleted])).toEqual([
    ['a', true],
    ['b', true],
  ]);
  [isGone, entries] = [false, new Map([['a', 2]])];
  await look();
  await vi.waitFor(() => expect(shown()).toEqual(['a "2"', 'b "1"']));
});

it('counts what is new in its own list alone', async () => {
  await show();
  entries.set('c', 1);
  await look();
  expect(list.now.newCount).toBe(1);
  state = { ...state, sort: 'lastModifiedOn desc' };
  await list.again();
  await vi.waitFor(() => expect(list.now.rows).toHaveLength(3));
  expect(list.now.newCount).toBe(0);
});
