// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { showHook } from '../testing/show-hook.ts';
import { standInBrowser } from '../testing/show-page.tsx';
import { useKeptCurrent } from './use-kept-current.ts';

it('reads again every five seconds while no task changes, and not while the tab is hidden', async () => {
  standInBrowser();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const refresh = vi.fn();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const readsIn = async (ms: number) => {
    const before = refresh.mock.calls.length;
    await pass(ms);
    return refresh.mock.calls.length - before;
  };
  const page = await showHook(() => useKeptCurrent(refresh, 1_000));
  expect(await readsIn(15_000)).toBe(3);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  expect(await readsIn(15_000)).toBe(0);
  visibility.mockRestore();
  page.end();
  expect(await readsIn(15_000)).toBe(0);
});
