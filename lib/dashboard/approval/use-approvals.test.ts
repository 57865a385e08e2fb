// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { answerReads, refusal, showHook } from '../testing/show-hook.ts';
import { useApprovals } from './use-approvals.ts';

it('keeps the requests that it has shown while the service is away', async () => {
  let isAway = false;
  answerReads(() => (isAway ? refusal(503, 'ServiceUnavailable', 'Away.') : { value: [], hasMore: true }));
  const list = await showHook(() => useApprovals());
  await vi.waitFor(() => expect(list.now.hasMore).toBe(true));
  isAway = true;
  await act(() => list.client.invalidateQueries());
  expect(list.client.getQueryCache().getAll()[0]?.state.status).toBe('error');
  expect([list.now.approvals, list.now.problem]).toEqual([[], undefined]);
});
