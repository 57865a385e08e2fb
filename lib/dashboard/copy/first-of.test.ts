import { expect, test } from 'vitest';
import { firstOf } from './first-of.ts';

/** A list of numbers in pages, which counts the pages that were read. */
function listOf(...pages: number[][]) {
  let read = 0;
  return {
    pagesRead: () => read,
    async *byPage() {
      for (const page of pages) {
        read += 1;
        yield page;
      }
    },
  };
}

test('reads up to a number of items, and says whether there are more', async () => {
  const most = { items: 3, bytes: 100 };
  expect(await firstOf(listOf([1, 2], [3]), most)).toEqual({ found: [1, 2, 3], isCut: false });
  const longer = listOf([1, 2], [3, 4], [5]);
  expect(await firstOf(longer, most)).toEqual({ found: [1, 2, 3], isCut: true });
  expect(longer.pagesRead()).toBe(2);
});

test('reads up to a number of bytes of JSON, whatever the number of items', async () => {
  expect(await firstOf(listOf([100, 100, 100]), { items: 9, bytes: 6 })).toEqual({ found: [100, 100], isCut: true });
  expect(await firstOf(listOf([100, 100]), { items: 9, bytes: 6 })).toEqual({ found: [100, 100], isCut: false });
});
