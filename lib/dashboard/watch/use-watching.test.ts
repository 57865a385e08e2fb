// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { TaskRow } from '@/components/task/task-row.ts';
import { showToastsWith } from '@/components/ui/toast.ts';
import type { Watched } from '@/components/watch/watched.ts';
import { standInLiveStream, tellChange } from '../testing/live-stream.ts';
import { answerReads, refusal, showHook } from '../testing/show-hook.ts';
import { useWatching } from './use-watching.ts';
import { stopWatching, useWatched, watch, watchedNow } from './watch-list.ts';

const router = { push: vi.fn() };
vi.mock('next/navigation', () => ({ useRouter: () => router }));

type Told = { kind: string; title: string; body: string | undefined; open: (() => void) | undefined };
let told: Told[];
let status: TaskRow['status'];
let isAway: boolean;
let asked: string[];
const shownByBrowser: string[] = [];

beforeAll(() => {
  standInLiveStream();
  showToastsWith((kind, title, { description, action }) =>
    told.push({ kind, title, body: description, open: action?.onClick }),
  );
});

beforeEach(() => {
  [told, status, isAway] = [[], 'running', false];
  shownByBrowser.length = 0;
  setVisible(true);
  ({ asked } = answerReads(() =>
    isAway
      ? refusal(503, 'ServiceUnavailable', 'Later.')
      : { value: [{ id: 'a', type: 'sample.order.fulfil', status, runCount: 1 }] },
  ));
  class Notification {
    static permission = 'granted';
    constructor(title: string) {
      shownByBrowser.push(title);
    }
    close() {}
  }
  vi.stubGlobal('Notification', Notification);
});

afterEach(() => {
  vi.useRealTimers();
  act(() => stopWatching(watchedNow().map(({ id }) => id)));
});

function setVisible(isVisible: boolean): void {
  const value = isVisible ? 'visible' : 'hidden';
  Object.defineProperty(document, 'visibilityState', { configurable: true, value });
  document.dispatchEvent(new Event('visibilitychange'));
}

const task: Watched = { kind: 'task', id: 'a', name: 'a', runCount: 1, status: 'running' };

async function show(...watched: Watched[]) {
  act(() => watched.forEach(watch));
  return showHook(() => useWatching(useWatched()));
}

it('tells once that a task has ended, leads to it, and watches it no more', async () => {
  await show(task);
  expect(asked, 'it may have ended before the page was open').toHaveLength(1);
  status = 'failed';
  await tellChange({ tasks: ['a'] });
  expect(told).toMatchObject([{ kind: 'error', body: 'Failed (run 1).' }]);
  expect(watchedNow()).toEqual([]);
  told[0]?.open?.();
  expect(router.push).toHaveBeenCalledWith('/tasks/a');
  await tellChange({ tasks: ['a'] });
  expect(told).toHaveLength(1);
  expect(shownByBrowser, 'who looks at the page needs no more').toEqual([]);
});

it('tells by the browser and in the title while the tab is hidden, until it is looked at', async () => {
  await show(task);
  setVisible(false);
  status = 'succeeded';
  await tellChange({ tasks: ['a'] });
  expect(told).toMatchObject([{ kind: 'success' }]);
  expect(shownByBrowser).toHaveLength(1);
  expect(document.title).toContain('1');
  setVisible(true);
  expect(document.title).not.toContain('1');
});

it('reads again after five seconds what could not be read, once, however often it failed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  isAway = true;
  const page = await show(task);
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  act(() => watch({ ...task, id: 'b' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  const failed = asked.length;
  expect(failed).toBeGreaterThan(1);
  await act(() => vi.advanceTimersByTimeAsync(4_999));
  expect(asked).toHaveLength(failed);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(asked).toHaveLength(failed + 1);
  [isAway, status] = [false, 'failed'];
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(told.map(({ body }) => body)).toEqual(['It was deleted.', 'Failed (run 1).']);
  isAway = true;
  act(() => watch(task));
  await act(() => vi.advanceTimersByTimeAsync(0));
  page.end();
  const read = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked, 'a page that is left reads nothing').toHaveLength(read);
});
