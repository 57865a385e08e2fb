// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerReads, showHook } from '../testing/show-hook.ts';
import { standInBrowser } from '../testing/show-page.tsx';
import { useStore } from './use-store.ts';

afterEach(() => void vi.useRealTimers());

it('reads the figures of a store again as often as its entries', async () => {
  standInBrowser();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let count = 0;
  answerReads(() => ({ name: 'orders', lastModifiedOn: `read ${++count}` }));
  const store = await showHook(() => useStore('orders'));
  await vi.waitFor(() => expect(store.now.data).toMatchObject({ lastModifiedOn: 'read 1' }));
  await act(async () => vi.advanceTimersByTime(5_000));
  await vi.waitFor(() => expect(store.now.data).toMatchObject({ lastModifiedOn: 'read 2' }));
});
