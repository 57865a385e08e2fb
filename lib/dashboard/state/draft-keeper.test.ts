import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readEntryDraft } from '@/components/state/edit/entry-draft.ts';
import { newForm } from '@/components/state/edit/entry-form.model.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { MemoryTab } from './testing/memory-tab.ts';

const draft = (text: string) => ({ form: { ...newForm('a'), text }, etag: '"1"', version: 1 });
const long = (letter: string) => letter.repeat(64 * 1024 + 1);

let tab: MemoryTab;
let told: boolean[];
let keeper: DraftKeeper;
const kept = () => readEntryDraft('shop', 'a')?.form.text;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  tab = new MemoryTab();
  told = [];
  keeper = new DraftKeeper({ storeName: 'shop', id: 'a' }, (isKept) => told.push(isKept));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps each state of a short text at once, with the version that it began from', () => {
  keeper.keep(draft('1'));
  keeper.keep(draft('12'));
  expect(readEntryDraft('shop', 'a')).toEqual(draft('12'));
  expect(told).toEqual([true, true]);
});

it('keeps a long text when the typing pauses', () => {
  keeper.keep(draft(long('a')));
  vi.advanceTimersByTime(399);
  keeper.keep(draft(long('b')));
  vi.advanceTimersByTime(399);
  expect(kept()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(kept()).toBe(long('b'));
  expect(told).toEqual([true]);
});

it('keeps what waits when the page is left', () => {
  keeper.keep(draft(long('a')));
  keeper.flush();
  expect(kept()).toBe(long('a'));
  vi.advanceTimersByTime(1_000);
  keeper.flush();
  expect(told, 'once').toEqual([true]);
});

it('keeps nothing once there is no draft, also not what waited', () => {
  keeper.keep(draft('1'));
  keeper.keep(draft(long('a')));
  keeper.keep(undefined);
  keeper.flush();
  vi.advanceTimersByTime(1_000);
  expect(kept()).toBeUndefined();
});

it('keeps nothing once it is forgotten', () => {
  keeper.keep(draft(long('a')));
  keeper.forget();
  keeper.keep(draft('1'));
  keeper.flush();
  vi.advanceTimersByTime(1_000);
  expect([kept(), told]).toEqual([undefined, []]);
});

it('says so when the browser has no room, and keeps no older text in its place', () => {
  keeper.keep(draft('1'));
  tab.room = 10;
  keeper.keep(draft('12'));
  expect(told).toEqual([true, false]);
  expect(kept()).toBeUndefined();
});

it('does not mix the drafts of two entries, nor with that of a new one', () => {
  keeper.keep(draft('1'));
  const other = new DraftKeeper({ storeName: 'shop', id: undefined }, () => {});
  other.keep(draft('2'));
  other.forget();
  expect(kept()).toBe('1');
});
