import { afterEach, expect, test, vi } from 'vitest';
import { clearDraft, readDraft, writeDraft } from '@/components/json/draft.ts';
import { tabStore } from '@/components/ui/tab-store.ts';
import { announceSessionEnd, forgetInThisTab, forgetKeptValues, onSessionEnd } from './session-end.ts';

/** A browser's storage in memory. */
class MemoryStorage {
  readonly kept = new Map<string, string>();
  get length() {
    return this.kept.size;
  }
  key = (index: number) => [...this.kept.keys()][index] ?? null;
  getItem = (name: string) => this.kept.get(name) ?? null;
  setItem = (name: string, text: string) => void this.kept.set(name, text);
  removeItem = (name: string) => void this.kept.delete(name);
}

afterEach(() => vi.unstubAllGlobals());

test('all that a tab keeps is removed, whatever keeps it, and nothing of others', () => {
  const storage = new MemoryStorage();
  vi.stubGlobal('sessionStorage', storage);
  writeDraft('entry/shop/a', 'hidden-draft');
  writeDraft('entry/shop/b', 'hidden-draft');
  tabStore('a-basket', () => 'nothing').set('hidden-operation');
  storage.setItem('other', 'stays');
  expect(storage.length).toBe(4);
  forgetInThisTab();
  expect([...storage.kept]).toEqual([['other', 'stays']]);
  expect(readDraft('entry/shop/a')).toBeUndefined();
  clearDraft('entry/shop/a');
});

test('a browser without storage has nothing to forget', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(forgetInThisTab).not.toThrow();
  const denied = { length: 0, key: () => null, removeItem: () => {} };
  expect(() => forgetKeptValues(denied)).not.toThrow();
});

test('the other tabs are told that the session was ended, and this one is not', async () => {
  vi.resetModules();
  const otherTab = await import('./session-end.ts');
  const heardHere = vi.fn();
  const stopHere = onSessionEnd(heardHere);
  const told = new Promise<void>((resolve) => {
    const stop = otherTab.onSessionEnd(() => {
      stop();
      resolve();
    });
  });
  announceSessionEnd();
  await told;
  expect(heardHere).not.toHaveBeenCalled();
  stopHere();
});
