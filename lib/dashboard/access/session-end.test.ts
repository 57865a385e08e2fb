import { afterEach, expect, test, vi } from 'vitest';
import { clearDraft, readDraft, writeDraft } from '@/components/json/draft.ts';
import { tabStore } from '@/components/ui/tab-store.ts';
import { announceSessionEnd, forgetInThisTab, forgetKeptValues, keepForOperator, onSessionEnd } from './session-end.ts';

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

test('what a tab keeps is for one operator: it is gone when another one uses the tab', () => {
  const storage = new MemoryStorage();
  vi.stubGlobal('sessionStorage', storage);
  keepForOperator('ada@example.com');
  writeDraft('entry/shop/a', 'hidden-draft');
  keepForOperator('ada@example.com');
  expect(readDraft('entry/shop/a')).toBe('hidden-draft');
  keepForOperator('bob@example.com');
  expect(readDraft('entry/shop/a')).toBeUndefined();
  writeDraft('entry/shop/a', 'a draft of Bob');
  forgetInThisTab();
  writeDraft('entry/shop/a', 'of nobody known');
  keepForOperator('bob@example.com');
  expect(readDraft('entry/shop/a')).toBeUndefined();
});

test('another operator in another tab ends the session of this one, the same operator does not', async () => {
  vi.resetModules();
  const otherTab = await import('./session-end.ts');
  const heard = vi.fn();
  const stop = onSessionEnd(heard, 'ada@example.com');
  const told = (operator: string) =>
    new Promise<void>((resolve) => {
      const stopListening = otherTab.onSessionEnd(() => {
        stopListening();
        resolve();
      }, 'nobody');
      otherTab.announceOperator(operator);
    });
  await told('ada@example.com');
  expect(heard).not.toHaveBeenCalled();
  await told('bob@example.com');
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
});

test('a browser without storage has nothing to forget', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(forgetInThisTab).not.toThrow();
  expect(() => keepForOperator('ada@example.com')).not.toThrow();
  const denied = { length: 0, key: () => null, removeItem: () => {} };
  expect(() => forgetKeptValues(denied)).not.toThrow();
});

test('the other tabs are told that the session was ended, and this one is not', async () => {
  vi.resetModules();
  const otherTab = await import('./session-end.ts');
  const heardHere = vi.fn();
  const stopHere = onSessionEnd(heardHere, 'ada@example.com');
  const told = new Promise<void>((resolve) => {
    const stop = otherTab.onSessionEnd(() => {
      stop();
      resolve();
    }, 'ada@example.com');
  });
  announceSessionEnd();
  await told;
  expect(heardHere).not.toHaveBeenCalled();
  stopHere();
});
