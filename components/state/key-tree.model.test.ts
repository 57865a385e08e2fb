import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareIds, prefixesOnTheWay, readTreeKey, type TreeLevel, treeRows } from './key-tree.model.ts';

const prefix = (text: string, entryCount = 1) => ({ prefix: text, entryCount, isCountCapped: false });
const entry = (id: string) => ({ id, hasBlob: false });
const ready = (page: TreeLevel['pages'][number]): TreeLevel => ({ pages: [page], state: 'ready' });

describe('the rows of a tree', () => {
  test('stand in the order of ids, the levels that are open below their prefix', () => {
    const levels = new Map([
      ['', ready({ prefixes: [prefix('b/', 2), prefix('d/')], entries: [entry('a'), entry('c')] })],
      ['b/', ready({ prefixes: [], entries: [entry('b/1'), entry('b/2')] })],
    ]);
    const rows = treeRows(levels, new Set(['b/']), '/');
    expect(rows.map(({ label, depth }) => `${depth} ${label}`)).toEqual(['1 a', '1 b', '2 1', '2 2', '1 c', '1 d']);
  });

  test('keep empty segments apart: leading, trailing and double delimiters', () => {
    const levels = new Map([
      ['', ready({ prefixes: [prefix('/'), prefix('a/')], entries: [] })],
      ['a/', ready({ prefixes: [prefix('a//')], entries: [entry('a/')] })],
      ['a//', ready({ prefixes: [], entries: [entry('a//b')] })],
    ]);
    const rows = treeRows(levels, new Set(['a/', 'a//']), '/');
    expect(rows.map(({ key, label }) => [key, label])).toEqual([
      ['p/', ''],
      ['pa/', 'a'],
      ['ea/', ''],
      ['pa//', ''],
      ['ea//b', 'b'],
    ]);
  });

  test('say where a level is not read, goes on, or could not be read', () => {
    const levels = new Map<string, TreeLevel>([
      ['', ready({ prefixes: [prefix('a/'), prefix('b/')], entries: [], continuationToken: 'more' })],
      ['b/', { pages: [], state: 'failed' }],
    ]);
    const rows = treeRows(levels, new Set(['a/', 'b/']), '/');
    expect(rows.map(({ kind }) => kind)).toEqual(['prefix', 'loading', 'prefix', 'failed', 'more']);
  });
});

test('the prefixes on the way to a place are all that begin it and end with the delimiter', () => {
  expect(prefixesOnTheWay('a/b//c', '/')).toEqual(['a/', 'a/b/', 'a/b//']);
  expect(prefixesOnTheWay('/a', '/')).toEqual(['/']);
  expect(prefixesOnTheWay('a::b', '::')).toEqual(['a::']);
  expect(prefixesOnTheWay('a', '/')).toEqual([]);
  expect(prefixesOnTheWay('a/b', '')).toEqual([]);
});

test('ids are ordered by code points, as UTF-8 bytes are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (left, right) => {
      const bytes = Buffer.compare(Buffer.from(left), Buffer.from(right));
      expect(Math.sign(compareIds(left, right))).toBe(bytes);
    }),
  );
});

describe('the keys of a tree', () => {
  const levels = new Map([
    ['', ready({ prefixes: [prefix('orders/'), prefix('users/')], entries: [entry('zero')] })],
    ['orders/', ready({ prefixes: [], entries: [entry('orders/1')] })],
  ]);
  const rows = treeRows(levels, new Set(['orders/']), '/');

  test('move, open, close and go to the parent', () => {
    expect(readTreeKey('ArrowDown', rows, 0, '')).toEqual({ kind: 'move', to: 1 });
    expect(readTreeKey('End', rows, 0, '')).toEqual({ kind: 'move', to: 3 });
    expect(readTreeKey('ArrowRight', rows, 0, '')).toEqual({ kind: 'move', to: 1 });
    expect(readTreeKey('ArrowRight', rows, 2, '')).toEqual({ kind: 'open', at: 2 });
    expect(readTreeKey('ArrowLeft', rows, 0, '')).toEqual({ kind: 'close', at: 0 });
    expect(readTreeKey('ArrowLeft', rows, 1, '')).toEqual({ kind: 'move', to: 0 });
    expect(readTreeKey('Enter', rows, 3, '')).toEqual({ kind: 'choose', at: 3 });
  });

  test('go to what begins with the letters typed, also from the end around', () => {
    expect(readTreeKey('u', rows, 0, 'u')).toEqual({ kind: 'move', to: 2 });
    expect(readTreeKey('s', rows, 2, 'us')).toEqual({ kind: 'move', to: 2 });
    expect(readTreeKey('o', rows, 3, 'o')).toEqual({ kind: 'move', to: 0 });
    expect(readTreeKey('x', rows, 0, 'x')).toBeUndefined();
  });
});
