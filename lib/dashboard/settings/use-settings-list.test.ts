// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answerReads, refusal, showHook } from '../testing/show-hook.ts';
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

it('keeps what it has shown while the service is away, and says so only where nothing was read', async () => {
  standInBrowser();
  let isAway = true;
  answerReads(() => (isAway ? refusal(503, 'ServiceUnavailable', 'Away.') : { value: ['deploy'], hasMore: false }));
  const list = await showHook(() => useSettingsList<string>('api-keys'));
  await vi.waitFor(() => expect(list.now.problem).toMatchObject({ detail: 'Away.' }));
  isAway = false;
  await act(() => list.now.readAgain());
  await vi.waitFor(() => expect([list.now.rows, list.now.problem]).toEqual([['deploy'], undefined]));
  isAway = true;
  await act(() => list.now.readAgain());
  expect(list.client.getQueryState(['settings', 'api-keys'])?.status).toBe('error');
  expect([list.now.rows, list.now.problem]).toEqual([['deploy'], undefined]);
});
