// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it } from 'vitest';
import { showToastsWith } from '@/components/ui/toast.ts';
import { showHook } from '../testing/show-hook.ts';
import { MemoryTab } from './testing/memory-tab.ts';
import { useRefreshState, useTellChange } from './use-tell-change.ts';

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

it('says what an undo will not take back, as the answer with its receipt was lost', async () => {
  new MemoryTab();
  const told: { title: string; description?: string; action?: { label: string } }[] = [];
  showToastsWith((_kind, title, options) => void told.push({ title, ...options }));
  const { now, end } = await showHook(() => useTellChange());
  const parts = [
    { receipt: 'r1', ids: ['a', 'b'] },
    { receipt: undefined, ids: ['c'] },
  ];
  await act(async () => now({ storeName: 'shop', title: 'Imported 3 entries', parts }));
  const description = "1 entry cannot be undone: the service's answer with the receipt was lost.";
  expect(told).toEqual([expect.objectContaining({ title: 'Imported 3 entries', description })]);
  expect(told[0]?.action).toMatchObject({ label: 'Undo' });
  end();
});
