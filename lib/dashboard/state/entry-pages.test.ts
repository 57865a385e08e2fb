import { describe, expect, test } from 'vitest';
import type { EntryRow } from '@/components/state/entry.ts';
import { compareWithNow, type EntryPage, settleMissing } from './entry-pages.ts';

const writer = { kind: 'operator' as const, id: 'o', name: 'Ann' };
const row = (id: string, etag = '"1"'): EntryRow => ({
  storeName: 'shop',
  id,
  valueBytes: 1,
  contentType: 'application/json',
  hasBlob: false,
  etag,
  version: 1,
  tags: {},
  createdOn: '2026-11-21T12:00:00.000Z',
  createdBy: writer,
  lastModifiedOn: '2026-11-21T12:00:00.000Z',
  lastModifiedBy: writer,
});
const pageOf = (...rows: EntryRow[]): EntryPage => ({ value: rows, asOf: '2026-11-21T12:00:00.000Z' });
const idsOf = (page: EntryPage) => new Set(page.value.map(({ id }) => id));

describe('a page that is read again', () => {
  test('keeps its rows in their places, takes what changed anew, and adds nothing by itself', () => {
    const old = pageOf(row('a'), row('b'), row('c'));
    const { page, missing, added } = compareWithNow(old, pageOf(row('a'), row('a2'), row('b', '"9"')), idsOf(old));
    expect(page.value.map(({ id, etag }) => `${id}${etag}`)).toEqual(['a"1"', 'b"9"', 'c"1"']);
    expect(page.value[0], 'what is the same is the same object').toBe(old.value[0]);
    expect({ missing, added }).toEqual({ missing: ['c'], added: ['a2'] });
  });

  test('that shows nothing new is the same object', () => {
    const old = pageOf(row('a'), row('b'));
    expect(compareWithNow(old, pageOf(row('a'), row('b')), idsOf(old)).page).toBe(old);
  });

  test('a row of another page is not new', () => {
    const old = pageOf(row('a'));
    expect(compareWithNow(old, pageOf(row('a'), row('z')), new Set(['a', 'z'])).added).toEqual([]);
  });
});

describe('rows that were missing', () => {
  test('are marked as gone, or taken anew where they only moved', () => {
    const page = settleMissing(pageOf(row('a'), row('b'), row('c')), new Set(['a', 'b']), [row('b', '"7"')]);
    expect(page.value.map(({ id, etag, isDeleted }) => [id, etag, isDeleted])).toEqual([
      ['a', '"1"', true],
      ['b', '"7"', undefined],
      ['c', '"1"', undefined],
    ]);
  });

  test('come back when they are written again', () => {
    const gone = settleMissing(pageOf(row('a')), new Set(['a']), []);
    const { page } = compareWithNow(gone, pageOf(row('a', '"8"')), new Set(['a']));
    expect(page.value[0]).toEqual(row('a', '"8"'));
    expect(compareWithNow(gone, pageOf(row('a')), new Set(['a'])).page.value[0], 'also unchanged').toEqual(row('a'));
  });
});
