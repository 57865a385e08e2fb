// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { showToastsWith } from '@/components/ui/toast.ts';
import { answerReads, refusal, showHook } from '../testing/show-hook.ts';
import { standInBrowser } from '../testing/show-page.tsx';
import { useTaskList } from './use-task-list.ts';

it('says why a list could not be refreshed, and begins it anew when it could', async () => {
  standInBrowser();
  const told: string[] = [];
  showToastsWith((_, title, { description = '' }) => void told.push(`${title}: ${description}`));
  let isAway = false;
  answerReads(() => (isAway ? refusal(503, 'DatabaseUnavailable', 'Try again.') : { value: [] }));
  const list = await showHook(() => useTaskList([]));
  await vi.waitFor(() => expect(list.now.pages.isLoading).toBe(false));
  isAway = true;
  await act(() => list.now.reload());
  expect(told).toEqual(['The list could not be refreshed: Try again.']);
  expect(list.now.generation).toBe(0);
  isAway = false;
  await act(() => list.now.reload());
  expect(list.now.generation).toBe(1);
});
