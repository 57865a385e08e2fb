// @vitest-environment jsdom
import { act } from 'react';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { showToastsWith } from '@/components/ui/toast.ts';
import { standInLiveStream, tellChange } from '../testing/live-stream.ts';
import { answerReads, refusal, type ShownHook, showHook } from '../testing/show-hook.ts';
import { useFoundLogs } from './use-found-logs.ts';

/** The ids of the lines that match, the newest first. */
let lines: number[];
let isAway: boolean;
let isFollowing: boolean;
let name: string;
let logs: ShownHook<ReturnType<typeof useFoundLogs>>;

beforeAll(standInLiveStream);
afterAll(() => vi.unstubAllGlobals());

beforeEach(async () => {
  [lines, isAway, isFollowing, name] = [[3, 2, 1], false, true, 'error'];
  answerReads(({ searchParams }) => {
    if (isAway) return refusal(503, 'ServiceUnavailable', 'Later.');
    const after = Number(searchParams.get('after') ?? 0);
    const value = lines.filter((id) => id > after).map((id) => ({ id: String(id), message: `line ${id}` }));
    return { value, newestId: String(lines[0] ?? 0) };
  });
  logs = await showHook(() => useFoundLogs({ name, query: new URLSearchParams(), isFollowing }));
  await vi.waitFor(() => expect(logs.now.isLoading).toBe(false));
});

const shown = () => logs.now.rows.map(({ id }) => Number(id));

it('brings new lines in while the reader is at the top', async () => {
  lines = [4, ...lines];
  await tellChange({ tasks: ['t'] });
  await vi.waitFor(() => expect(shown()).toEqual([4, 3, 2, 1]));
  expect(logs.now.newCount).toBe(0);
});

it.each([
  ['does not follow', () => (isFollowing = false)],
  ['is further down', () => logs.now.onVisible(1, 3)],
])('counts new lines while the reader %s, and shows them when asked', async (_, leave) => {
  leave();
  await logs.again();
  lines = [5, 4, ...lines];
  await tellChange({ tasks: ['t'] });
  await vi.waitFor(() => expect(logs.now.newCount).toBe(2));
  expect(shown()).toEqual([3, 2, 1]);
  await act(async () => logs.now.showNew());
  expect(shown()).toEqual([5, 4, 3, 2, 1]);
  expect(logs.now.newCount).toBe(0);
});

it('counts nothing for another filter', async () => {
  isFollowing = false;
  await logs.again();
  lines = [4, ...lines];
  await tellChange({ tasks: ['t'] });
  await vi.waitFor(() => expect(logs.now.newCount).toBe(1));
  name = 'warn';
  await logs.again();
  expect(logs.now.newCount).toBe(0);
});

it('says why the lines could not be read anew, and keeps those that it shows', async () => {
  const told: string[] = [];
  showToastsWith((_, title, { description = '' }) => void told.push(`${title}: ${description}`));
  isAway = true;
  await act(() => logs.now.reload());
  expect(told).toEqual(['The logs could not be refreshed: Later.']);
  expect(shown()).toEqual([3, 2, 1]);
  [isAway, lines] = [false, [9]];
  await act(() => logs.now.reload());
  expect(shown()).toEqual([9]);
});
