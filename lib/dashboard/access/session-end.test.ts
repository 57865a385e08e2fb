import { afterEach, expect, test, vi } from 'vitest';
import { clearDraft, readDraft, writeDraft } from '@/components/json/draft.ts';
import { tabStore } from '@/components/ui/tab-store.ts';
import { uploadNameOf } from './kept-uploads.ts';
import {
  announceSessionEnd,
  followOtherTabs,
  forgetInAWhile,
  forgetInThisTab,
  forgetKeptValues,
  keepForOperator,
  unsavedKeptInMs,
} from './session-end.ts';

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

test('what the browser keeps of uploads for all tabs is for one operator, and gone at a sign-out', () => {
  const shared = new MemoryStorage();
  vi.stubGlobal('localStorage', shared);
  const keep = (operator: string) => shared.setItem(`tus::${uploadNameOf(operator, 'shop', 'a.txt', 7)}::1`, '{}');
  const names = () => [...shared.kept.keys()].map((name) => /ada|bob|other/.exec(name)?.[0]);
  for (const operator of ['ada', 'ada@example.com', 'bob']) keep(operator);
  shared.setItem('tus::["taskdeck","shop","a.txt",7,1]::2', 'of an earlier version');
  shared.setItem('tus::other program', 'stays');
  keepForOperator('ada');
  expect(names()).toEqual(['ada', 'other']);
  forgetInThisTab();
  expect(names()).toEqual(['other']);
});

const nothing = () => {};

test('another operator in another tab ends the session of this one, the same operator goes on with it', async () => {
  vi.resetModules();
  const otherTab = await import('./session-end.ts');
  const [onEnd, onSignedIn] = [vi.fn(), vi.fn()];
  const stop = followOtherTabs('ada@example.com', { onEnd, onSignedIn });
  const told = (operator: string) =>
    new Promise<void>((resolve) => {
      const onHeard = () => {
        stopListening();
        resolve();
      };
      const stopListening = otherTab.followOtherTabs('nobody', { onEnd: onHeard, onSignedIn: nothing });
      otherTab.announceOperator(operator);
    });
  await told('ada@example.com');
  expect([onEnd.mock.calls.length, onSignedIn.mock.calls.length]).toEqual([0, 1]);
  await told('bob@example.com');
  expect([onEnd.mock.calls.length, onSignedIn.mock.calls.length]).toEqual([1, 1]);
  stop();
});

test('after a session has ended by itself, what is kept is forgotten in a while, which a reload does not prolong', () => {
  vi.useFakeTimers();
  const storage = new MemoryStorage();
  vi.stubGlobal('sessionStorage', storage);
  keepForOperator('ada@example.com');
  writeDraft('entry/shop/a', 'hidden-draft');
  const stop = forgetInAWhile();
  vi.advanceTimersByTime(unsavedKeptInMs - 1_000);
  expect(readDraft('entry/shop/a')).toBe('hidden-draft');
  stop(); // a reload of the sign-in page
  forgetInAWhile();
  vi.advanceTimersByTime(1_000);
  expect(readDraft('entry/shop/a')).toBeUndefined();

  keepForOperator('ada@example.com');
  writeDraft('entry/shop/a', 'hidden-draft');
  const signedIn = forgetInAWhile();
  signedIn();
  keepForOperator('ada@example.com');
  expect(readDraft('entry/shop/a'), 'the operator is back').toBe('hidden-draft');
  vi.advanceTimersByTime(unsavedKeptInMs);
  forgetInAWhile();
  vi.advanceTimersByTime(unsavedKeptInMs - 1_000);
  expect(readDraft('entry/shop/a'), 'the next end counts anew').toBe('hidden-draft');
  vi.useRealTimers();
});

test('a browser without storage has nothing to forget', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(forgetInThisTab).not.toThrow();
  expect(() => keepForOperator('ada@example.com')).not.toThrow();
  expect(() => forgetInAWhile()()).not.toThrow();
  const denied = { length: 0, key: () => null, removeItem: () => {} };
  expect(() => forgetKeptValues(denied)).not.toThrow();
});

test('the other tabs are told that the session was ended, and this one is not', async () => {
  vi.resetModules();
  const otherTab = await import('./session-end.ts');
  const heardHere = vi.fn();
  const stopHere = followOtherTabs('ada@example.com', { onEnd: heardHere, onSignedIn: nothing });
  const told = new Promise<void>((resolve) => {
    const onEnd = () => {
      stop();
      resolve();
    };
    const stop = otherTab.followOtherTabs('ada@example.com', { onEnd, onSignedIn: nothing });
  });
  announceSessionEnd();
  await told;
  expect(heardHere).not.toHaveBeenCalled();
  stopHere();
});
