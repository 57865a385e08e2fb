import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Transfer } from '@/components/blob/transfer.ts';
import { MemoryTab } from '../state/testing/memory-tab.ts';
import { planOf } from './testing/upload-plans.ts';
import { createTransferStore } from './transfer-store.ts';

let tab: MemoryTab;
beforeEach(() => {
  tab = new MemoryTab();
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

/** A page of the tab: its uploads, and what it knows of those that an earlier page did not begin. */
async function openPage() {
  const { forgetNotBegun, keepNotBegun, leftNotBegun, notBegun } = await import('./not-begun.ts');
  const tells = new Map<string, (change: Partial<Transfer>) => void>();
  const store = createTransferStore(async () => (plan, tell) => {
    tells.set(plan.id, tell);
    return { run: () => {}, pause: () => {}, cancel: async () => {} };
  });
  keepNotBegun(store);
  const left = () => leftNotBegun(notBegun.get(), store.read()).map(({ id }) => id);
  return { store, tells, left, kept: () => notBegun.get(), forget: forgetNotBegun };
}

async function reload() {
  vi.resetModules();
  return openPage();
}

it('keeps what waits or is read for its hash, until the service knows it or it ends', async () => {
  const page = await openPage();
  page.store.add([
    planOf({ id: 'a', replaces: '"1"' }),
    planOf({ id: 'b', createEntry: true }),
    ...['e', 'f', 'c', 'd'].map((id) => planOf({ id })),
  ]);
  await vi.waitFor(() => expect(page.tells.size, 'c and d wait').toBe(4));
  for (const id of ['e', 'f']) page.tells.get(id)?.({ uploadId: id });
  expect(page.left(), 'they go on in this page').toEqual([]);
  page.tells.get('b')?.({ state: 'sending', uploadId: 'u1' });
  page.store.cancel(page.store.read().find(({ id }) => id === 'd')?.key ?? '');

  const next = await reload();
  expect(next.left().toSorted()).toEqual(['a', 'c']);
  expect(next.kept().find(({ id }) => id === 'a')).toEqual({
    ...{ storeName: 'shop', id: 'a', fileName: 'a.txt', contentLength: 20, createEntry: false, replaces: '"1"' },
  });
});

it('is written when an upload begins, not with each step of it', async () => {
  const page = await openPage();
  page.store.add([planOf({ id: 'a' })]);
  await vi.waitFor(() => expect(page.tells.has('a')).toBe(true));
  const written = vi.spyOn(tab.kept, 'set');
  for (const state of ['reading', 'sending'] as const) page.tells.get('a')?.({ state });
  expect(written).not.toHaveBeenCalled();
  page.tells.get('a')?.({ uploadId: 'u' });
  page.tells.get('a')?.({ state: 'done' });
  expect(written).toHaveBeenCalledOnce();
});

it('forgets one that is begun again or discarded, and what it cannot read', async () => {
  const page = await openPage();
  page.store.add([planOf({ id: 'a' }), planOf({ id: 'b' })]);
  const next = await reload();
  next.store.add([planOf({ id: 'a' })]);
  expect(next.left()).toEqual(['b']);
  await vi.waitFor(() => expect(next.tells.has('a')).toBe(true));
  next.tells.get('a')?.({ state: 'done', uploadId: 'u' });
  next.store.dismissEnded();
  const [b] = next.kept();
  expect(b?.id).toBe('b');
  if (b !== undefined) next.forget(b);
  expect((await reload()).left()).toEqual([]);
  tab.kept.set('taskdeck.uploads', '[{"id": 1}, "x"]');
  expect((await reload()).left()).toEqual([]);
  tab.kept.set('taskdeck.uploads', 'no JSON');
  expect((await reload()).left()).toEqual([]);
});
