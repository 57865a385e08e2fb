// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it } from 'vitest';
import { showHook } from '../testing/show-hook.ts';
import { useRefreshState } from './use-tell-change.ts';

it('forgets the entries that are not on the page after a change, and reads everything else again', async () => {
  const { now, end } = await showHook(() => ({ client: useQueryClient(), refresh: useRefreshState() }));
  const [entry, list] = [
    ['state', 'shop', 'entry', 'a'],
    ['state', 'shop', 'list'],
  ];
  for (const key of [entry, list]) now.client.setQueryData(key, 'before the change');
  await act(now.refresh);
  expect(now.client.getQueryData(entry)).toBeUndefined();
  expect(now.client.getQueryState(list)).toMatchObject({ data: 'before the change', isInvalidated: true });
  end();
});
