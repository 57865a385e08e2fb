// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answerReads, showHook } from '../testing/show-hook.ts';
import { useViews } from './use-views.ts';

it('shows within a minute that a colleague has deleted a shared view', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let views = [{ id: 'v', name: 'Night' }];
  answerReads(() => views);
  const shown = await showHook(useViews);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(shown.now.views).toMatchObject([{ name: 'Night' }]);
  views = [];
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(shown.now.views).toEqual([]);
});
