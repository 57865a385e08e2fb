// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { showToastsWith } from '@/components/ui/toast.ts';
import { answerReads, refusal, showHook } from '../testing/show-hook.ts';
import { presentTrail } from './task-trail.ts';
import { useTrail } from './use-trail.ts';

const router = vi.hoisted(() => ({ replace: vi.fn() }));
vi.mock('next/navigation', () => ({ useRouter: () => router }));

afterEach(() => act(() => presentTrail.set(undefined)));

it('says why there is no next task when the list cannot be read on, and goes on when it can', async () => {
  const told: string[] = [];
  showToastsWith((_, title, { description = '' }) => void told.push(`${title}: ${description}`));
  let isAway = true;
  answerReads(() => (isAway ? refusal(503, 'DatabaseUnavailable', 'Try again.') : { value: [{ id: 'b' }] }));
  presentTrail.set({
    ...{ listName: 'tasks', href: '/tasks', ids: ['a'] },
    more: {
      state: { filter: [], sort: 'createdOn desc', values: [] },
      token: 'next',
      asOf: '2026-11-22T06:00:00.000Z',
    },
    place: { currentId: 'a', top: 0, marks: [], view: { first: 0, last: 0 } },
  });
  const trail = await showHook(() => useTrail('a', () => ''));
  await act(() => trail.now.walk(1));
  expect(told).toEqual(['The next tasks could not be read: Try again.']);
  expect(router.replace).not.toHaveBeenCalled();
  isAway = false;
  await act(() => trail.now.walk(1));
  expect(router.replace).toHaveBeenCalledWith('/tasks/b');
});
