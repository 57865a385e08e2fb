import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layRows, markPage, type PageMark, pagesToHold } from './page-marks.ts';

const size = 10;
const page = (index: number, pages: number) => ({
  value: Array.from({ length: size }, (_, position) => index * size + position),
  ...(index + 1 < pages && { continuationToken: `t${index + 1}` }),
});
const read = (count: number, pages: number) =>
  Array.from({ length: count }).reduce<readonly PageMark[]>(
    (marks, _, index) => markPage(marks, index, page(index, pages)),
    [],
  );

test('wherever one scrolls, what is on the screen is held and memory stays bounded', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), fc.integer({ min: 1, max: 40 }), (pages, at, height) => {
      const marks = read(pages, pages);
      const first = at % (pages * size);
      const last = Math.min(pages * size - 1, first + height);
      const held = pagesToHold(marks, { first, last }, 20);
      expect(held.length).toBeLessThanOrEqual(1 + Math.ceil((height + 40) / size) + 2);
      const rows = layRows(marks, new Map(held.map((index) => [index, page(index, pages).value])));
      expect(rows.slice(first, last + 1)).toEqual(Array.from({ length: last - first + 1 }, (_, i) => first + i));
      expect(rows).toHaveLength(pages * size);
    }),
  );
});

test('the next page is asked for before its rows are reached', () => {
  expect(pagesToHold([], { first: 0, last: 0 }, 60)).toEqual([0]);
  expect(pagesToHold(read(2, 9), { first: 0, last: 3 }, 5)).toEqual([0]);
  expect(pagesToHold(read(2, 9), { first: 12, last: 17 }, 5)).toEqual([0, 1, 2]);
  expect(pagesToHold(read(9, 9), { first: 80, last: 89 }, 5)).toEqual([0, 7, 8]);
});

test('rows that are not known yet have a place after the last known page, and none where there are no more', () => {
  const rows = layRows(read(1, 2), new Map([[0, ['a', 'b']]]));
  expect([rows.length, rows.slice(0, 3), rows.slice(size)]).toEqual([
    13,
    ['a', 'b', undefined],
    [undefined, undefined, undefined],
  ]);
  expect(layRows(read(2, 2), new Map())).toHaveLength(20);
  expect(layRows([], new Map())).toEqual([]);
});

test('a first page read anew with other rows begins the list anew', () => {
  const marks = read(3, 9);
  expect(markPage(marks, 0, page(0, 9))).toBe(marks);
  expect(markPage(marks, 0, { value: [1, 2], continuationToken: 'other' })).toEqual([
    { token: undefined, count: 2, next: 'other' },
  ]);
});
