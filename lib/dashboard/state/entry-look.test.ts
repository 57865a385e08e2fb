import { expect, it } from 'vitest';
import type { EntryRow } from '@/components/state/entry.ts';
import { countNew, distinctRows, type EntryReads, lookAgain, pagesInView } from './entry-look.ts';
import type { EntryPage } from './entry-pages.ts';

const writer = { kind: 'operator' as const, id: 'o', name: 'Ann' };
const row = (id: string, etag = '"1"'): EntryRow => ({
  ...{
    storeName: 'shop',
    id,
    valueBytes: 1,
    contentType: 'application/json',
    hasBlob: false,
    etag,
    version: 1,
    tags: {},
  },
  ...{ createdOn: '2026-11-21T12:00:00.000Z', createdBy: writer },
  ...{ lastModifiedOn: '2026-11-21T12:00:00.000Z', lastModifiedBy: writer },
});
const pageOf = (...rows: EntryRow[]): EntryPage => ({ value: rows, asOf: '2026-11-21T12:00:00.000Z' });
const known = { pages: [pageOf(row('a'), row('b')), pageOf(row('c'), row('d'))], pageParams: ['', 't1'] };
const ids = (pages: readonly EntryPage[]) =>
  pages.map((page) => page.value.map(({ id, etag, isDeleted }) => `${id}${isDeleted ? '!' : etag}`).join(' '));

/** Answers with these pages by token, and with these rows; notes what was asked for. */
function readsOf(pages: Record<string, EntryPage>, rows: readonly EntryRow[] = []) {
  const asked: string[] = [];
  const reads: EntryReads = {
    async readPage(asOf, token) {
      asked.push(`page ${token} as of ${asOf}`);
      return pages[token] ?? pageOf();
    },
    async readRows(wanted) {
      asked.push(...wanted);
      return rows.filter(({ id }) => wanted.includes(id));
    },
  };
  return { reads, asked };
}

it('reads only the pages on the screen, as of the time that the list was read', async () => {
  const { reads, asked } = readsOf({ t1: pageOf(row('c', '"2"'), row('d')) });
  const { apply, added } = await lookAgain(known, { first: 2, last: 3 }, reads);
  expect(asked).toEqual(['page t1 as of 2026-11-21T12:00:00.000Z']);
  const pages = apply(known.pages);
  expect(ids(pages)).toEqual(['a"1" b"1"', 'c"2" d"1"']);
  expect(pages[0], 'a page that did not change stays the same object').toBe(known.pages[0]);
  expect(added.size).toBe(0);
});

it('counts rows that no page had, and adds none', async () => {
  const { reads } = readsOf({ '': pageOf(row('new'), row('a'), row('b')), t1: pageOf(row('b'), row('c'), row('d')) });
  const { apply, added } = await lookAgain(known, { first: 0, last: 3 }, reads);
  expect([...added]).toEqual(['new']);
  expect(ids(apply(known.pages))).toEqual(['a"1" b"1"', 'c"1" d"1"']);
});

it('asks for rows that are missing by their ids, and marks those that are gone', async () => {
  const { reads, asked } = readsOf({ '': pageOf() }, [row('b', '"7"')]);
  const { apply } = await lookAgain(known, { first: 0, last: 1 }, reads);
  expect(asked.slice(1)).toEqual(['a', 'b']);
  expect(ids(apply(known.pages))).toEqual(['a! b"7"', 'c"1" d"1"']);
});

it('asks for 50 missing rows at most; the others stay as they are', async () => {
  const many = { pages: [pageOf(...Array.from({ length: 60 }, (_, at) => row(`r${at}`)))], pageParams: [''] };
  const { reads, asked } = readsOf({});
  const { apply } = await lookAgain(many, { first: 0, last: 59 }, reads);
  expect(asked).toHaveLength(51);
  expect(apply(many.pages)[0]?.value.filter(({ isDeleted }) => isDeleted)).toHaveLength(50);
});

it('leaves a page alone that was read anew meanwhile', async () => {
  const { reads } = readsOf({ '': pageOf(row('a', '"2"'), row('b', '"2"')) });
  const { apply } = await lookAgain(known, { first: 0, last: 1 }, reads);
  const anew = pageOf(row('a', '"3"'), row('b', '"3"'));
  expect(ids(apply([anew]))).toEqual(['a"3" b"3"']);
});

it('fails as a whole when a page cannot be read', async () => {
  const { reads } = readsOf({});
  await expect(
    lookAgain(known, { first: 0, last: 3 }, { ...reads, readPage: () => Promise.reject(new Error('away')) }),
  ).rejects.toThrow('away');
});

it('finds the pages on the screen', () => {
  expect(pagesInView(known.pages, { first: 0, last: 1 })).toEqual([0]);
  expect(pagesInView(known.pages, { first: 1, last: 2 })).toEqual([0, 1]);
  expect(pagesInView(known.pages, { first: 2, last: 9 })).toEqual([1]);
  expect(pagesInView([pageOf()], { first: 0, last: 30 }), 'an empty list').toEqual([0]);
});

it('shows an entry once that stands on two pages', () => {
  const rows = distinctRows([pageOf(row('a'), row('b', '"2"')), pageOf(row('b'), row('c'))]);
  expect(rows.map(({ id, etag }) => `${id}${etag}`)).toEqual(['a"1"', 'b"2"', 'c"1"']);
});

it('counts what was found and is not shown yet', () => {
  const added = new Set(['a', 'b', 'c']);
  expect(countNew(added, [])).toBe(3);
  expect(countNew(added, [row('b'), row('z'), row('c')])).toBe(1);
});
