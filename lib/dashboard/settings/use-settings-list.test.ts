// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answerReads, showHook } from '../testing/show-hook.ts';
import { standInBrowser } from '../testing/show-page.tsx';
import { useSettingsList } from './use-settings-list.ts';

it('shows within five seconds what another operator has made', async () => {
  standInBrowser();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let keys = ['deploy'];
  answerReads(() => ({ value: keys, hasMore: false }));
  const list = await showHook(() => useSettingsList<string>('api-keys'));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(list.now.rows).toEqual(['deploy']);
  keys = ['deploy', 'import'];
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(list.now.rows).toEqual(['deploy', 'import']);
});
