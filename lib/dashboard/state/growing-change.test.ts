import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recentChange } from '@/components/state/edit/recent-changes.ts';
import { growingChange } from './growing-change.ts';
import { MemoryTab } from './testing/memory-tab.ts';

beforeEach(() => void new MemoryTab());
afterEach(() => vi.unstubAllGlobals());

it('is remembered with its first part, and grows with the others', () => {
  const tab = new MemoryTab();
  const change = growingChange('shop', (ids) => `Deleted ${ids.length}`);
  expect(change.end()).toBeUndefined();
  change.add({ receipt: 'r1', ids: ['a', 'b'] });
  expect(tab.kept.get('taskdeck.state-changes'), 'for a page that is left now').toContain('Deleted 2');
  change.add({ receipt: undefined, ids: ['lost'] });
  change.add({ receipt: 'r2', ids: ['c'] });
  const told = change.end();
  expect(told).toMatchObject({ storeName: 'shop', title: 'Deleted 4' });
  expect(recentChange(told?.rememberedAs ?? '')).toMatchObject({
    title: 'Deleted 3',
    entryCount: 3,
    parts: [{ receipt: 'r1' }, { receipt: 'r2' }],
  });
});

it('is another change after its end', () => {
  const change = growingChange('shop', (ids) => `Deleted ${ids.join()}`);
  change.add({ receipt: 'r1', ids: ['a'] });
  const first = change.end();
  change.add({ receipt: 'r2', ids: ['b'] });
  const second = change.end();
  expect([first?.title, second?.title]).toEqual(['Deleted a', 'Deleted b']);
  expect(second?.rememberedAs).not.toBe(first?.rememberedAs);
});
