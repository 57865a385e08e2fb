// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { answerReads, refusal, type ShownHook, showHook } from '../testing/show-hook.ts';
import { useKeyTree } from './use-key-tree.ts';

const prefix = (text: string) => ({ prefix: text, entryCount: 2, isCountCapped: false });
const entry = (id: string) => ({ id, hasBlob: false });
const levels: Record<string, unknown> = {
  '': { prefixes: [prefix('a/'), prefix('b/')], entries: [entry('c')], continuationToken: 'second' },
  ' second': { prefixes: [], entries: [entry('d')] },
  'a/': { prefixes: [prefix('a/x/')], entries: [] },
  'a/x/': { prefixes: [], entries: [entry('a/x/1')] },
  'b/': { prefixes: [], entries: [entry('b/1')] },
};

let asked: string[];
let isAway: boolean;
let isEmpty: boolean;
let isGone: boolean;
let place: string | undefined;
let delimiter: string;
let tree: ShownHook<ReturnType<typeof useKeyTree>>;

beforeEach(async () => {
  [isAway, isEmpty, isGone, place, delimiter] = [false, false, false, undefined, '/'];
  ({ asked } = answerReads(({ searchParams: given }) => {
    if (isAway) return refusal(503, 'ServiceUnavailable');
    if (isGone) return refusal(404, 'StoreNotFound');
    if (isEmpty) return { prefixes: [], entries: [] };
    const token = given.get('continuationToken');
    return levels[`${given.get('prefix') ?? ''}${token === null ? '' : ` ${token}`}`] ?? { prefixes: [], entries: [] };
  }));
  tree = await showHook(() => useKeyTree({ storeName: 'shop', delimiter, place }));
});

const rows = () =>
  tree.now.rows.map((row) => (row.kind === 'prefix' ? row.prefix : row.kind === 'entry' ? row.id : row.kind));
const open = (at: string, isOpen = true) => act(async () => tree.now.setOpen(at, isOpen));

it('reads a level when it is opened, and not again when it is closed and opened', async () => {
  expect(rows()).toEqual(['a/', 'b/', 'c', 'more']);
  expect(asked).toHaveLength(1);
  await open('a/');
  expect(rows()).toEqual(['a/', 'a/x/', 'b/', 'c', 'more']);
  await open('a/', false);
  expect(rows()).toEqual(['a/', 'b/', 'c', 'more']);
  await open('a/');
  expect(asked).toHaveLength(2);
});

it('reads the next page of a level where it is asked for more', async () => {
  await act(async () => tree.now.more(''));
  expect(rows()).toEqual(['a/', 'b/', 'c', 'd']);
  expect(asked.at(-1)).toContain('continuationToken=second');
});

it('opens the way to a place that is chosen elsewhere, and leaves closed what is closed by hand', async () => {
  place = 'a/x/1';
  await tree.again();
  expect(rows()).toEqual(['a/', 'a/x/', 'a/x/1', 'b/', 'c', 'more']);
  await open('a/', false);
  await tree.again();
  expect(rows()).toEqual(['a/', 'b/', 'c', 'more']);
  place = 'b/1';
  await tree.again();
  expect(rows()).toEqual(['a/', 'b/', 'b/1', 'c', 'more']);
});

it('begins with everything closed under another delimiter', async () => {
  await open('a/');
  delimiter = ':';
  await tree.again();
  expect(rows()).not.toContain('a/x/');
  expect(asked.at(-1)).toContain('delimiter=%3A');
});

it('keeps the rest where a level cannot be read, and reads it again when asked', async () => {
  isAway = true;
  await open('b/');
  expect(rows()).toEqual(['a/', 'b/', 'failed', 'c', 'more']);
  isAway = false;
  await act(async () => tree.now.more('b/'));
  expect(rows()).toEqual(['a/', 'b/', 'b/1', 'c', 'more']);
});

it('is empty only once that was read', async () => {
  expect(tree.now.isEmpty).toBe(false);
  tree.end();
  isAway = true;
  tree = await showHook(() => useKeyTree({ storeName: 'none', delimiter: '|', place: undefined }));
  expect(tree.now.isEmpty).toBe(false);
  isAway = false;
  isEmpty = true;
  await act(async () => tree.now.more(''));
  expect(tree.now.isEmpty).toBe(true);
});

it('is empty of a store that is gone, as it is with its last entry', async () => {
  tree.end();
  isGone = true;
  tree = await showHook(() => useKeyTree({ storeName: 'none', delimiter: '|', place: undefined }));
  expect(tree.now).toMatchObject({ isEmpty: true, rows: [] });
});
