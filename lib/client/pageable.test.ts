import { expect, test } from 'vitest';
import { mapPages, PageableList } from './pageable.ts';

/** A list of three pages, and what was asked for. */
function pages() {
  const asked: object[] = [];
  const list = new PageableList<number, { total: number }>(async (settings) => {
    asked.push({ ...settings });
    const at = Number(settings.continuationToken ?? 0);
    return { value: [at, at + 0.5], continuationToken: at < 2 ? String(at + 1) : undefined, extra: { total: 6 } };
  });
  return { list, asked };
}
const itemsOf = async <Item>(items: AsyncIterable<Item>) => Array.fromAsync(items);

test('a list gives the items of all pages, and asks for nothing before the first', async () => {
  const { list, asked } = pages();
  const other = pages().list;
  expect(asked).toEqual([]);
  expect(await itemsOf(list)).toEqual([0, 0.5, 1, 1.5, 2, 2.5]);
  expect(asked).toEqual([{}, { continuationToken: '1' }, { continuationToken: '2' }]);
  expect([await other.next(), await other.next()]).toEqual([
    { value: 0, done: false },
    { value: 0.5, done: false },
  ]);
});

test('pages have their further members, and their token except for the last', async () => {
  const { list, asked } = pages();
  const read = await itemsOf(list.byPage({ maxPageSize: 2, continuationToken: '1' }));
  expect(read.map((page) => [[...page], page.total, page.continuationToken])).toEqual([
    [[1, 1.5], 6, '2'],
    [[2, 2.5], 6, undefined],
  ]);
  expect(Object.keys(read.at(-1) ?? {})).not.toContain('continuationToken');
  expect(asked).toEqual([
    { maxPageSize: 2, continuationToken: '1' },
    { maxPageSize: 2, continuationToken: '2' },
  ]);
});

test('mapped pages are the same ones with other items', async () => {
  const mapped = mapPages(pages().list, (item) => `n${item}`);
  expect(await itemsOf(mapped)).toEqual(['n0', 'n0.5', 'n1', 'n1.5', 'n2', 'n2.5']);
  const empty = new PageableList<number>(async () => ({ value: [], continuationToken: undefined, extra: {} }));
  expect(await itemsOf(mapPages(empty, String))).toEqual([]);
  expect(await itemsOf(mapPages(empty, String).byPage())).toEqual([[]]);
});
