// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { answerReads, refusal, showHook } from '../testing/show-hook.ts';
import { useIsolated } from './use-isolated.ts';

it('keeps an entry while the service is away, and says when it is gone', async () => {
  let answer: () => unknown = () => ({ id: 'order' });
  answerReads(() => answer());
  const entry = await showHook(() => useIsolated<{ id: string }>('entry', { id: 'order' }));
  await vi.waitFor(() => expect(entry.now.data).toEqual({ id: 'order' }));
  const readAgain = () => act(() => entry.client.invalidateQueries());
  answer = () => refusal(503, 'ServiceUnavailable', 'Away.');
  await readAgain();
  expect(entry.client.getQueryCache().getAll()[0]?.state.status).toBe('error');
  expect([entry.now.data, entry.now.problem]).toEqual([{ id: 'order' }, undefined]);
  answer = () => refusal(404, 'StateNotFound', 'There is no entry.');
  await readAgain();
  expect(entry.now.problem).toMatchObject({ code: 'StateNotFound' });
});
