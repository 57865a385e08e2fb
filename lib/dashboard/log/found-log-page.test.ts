import { expect, it } from 'vitest';
import type { FoundLogEntry } from '#contract';
import type { Named } from '@/components/task/task-names.ts';
import { boundedLines } from './bounded-lines.ts';
import { type FoundLogPage, foundLogNews, idToReadAfter } from './found-log-page.ts';

const line = (id: number): Named<FoundLogEntry> => ({
  ...{ id: String(id), taskId: 't', type: 'order', runCount: 1, attempt: 1, level: 'info', message: `${id}` },
  loggedOn: '2026-11-22T12:00:00.000Z',
  taskNames: { t: 'Order' },
});
const page = (...ids: number[]): FoundLogPage => ({ value: ids.map(line) });
const idsOf = (pages: readonly FoundLogPage[] | undefined) =>
  pages?.map(({ value }) => value.map(({ id }) => Number(id)));

it('reads again a little before the newest line of all', () => {
  expect(idToReadAfter([{ ...page(), newestId: '5000' }, page(7)])).toBe('4000');
  expect(idToReadAfter([{ ...page(), newestId: '12' }])).toBe('0');
  expect(idToReadAfter([page()])).toBeUndefined();
});

it('adds new lines to the first page in their order, each once, also those that came late', () => {
  const pages = [{ ...page(30, 20), newestId: '30', continuationToken: 'next' }, page(10)];
  const news = foundLogNews(pages, { ...page(40, 30, 25, 20), newestId: '41' });
  expect(news).toMatchObject({ count: 2, isMore: false });
  expect(idsOf(news.pages)).toEqual([[40, 30, 25, 20], [10]]);
  expect(news.pages?.[0]).toMatchObject({ newestId: '41', continuationToken: 'next' });
  expect(foundLogNews(pages, { ...page(30), newestId: '50' }).count).toBe(0);
});

it('has the list begin anew where lines would be missing between, or too many are held', () => {
  const more = foundLogNews([page(30)], { ...page(40, 39), continuationToken: 'more' });
  expect(more).toEqual({ count: 2, isMore: true, pages: undefined });
  const many = page(...Array.from({ length: 2_000 }, (_, place) => 3_000 - place));
  expect(foundLogNews([many], page(3_001)).pages).toBeUndefined();
});

it('writes lines up to a limit, and says that there are more', async () => {
  const written = async (given: string[][], limits: { lines: number; milliseconds: number }) => {
    let time = 0;
    async function* pages() {
      yield* given;
    }
    const chunks = boundedLines(
      pages(),
      (text) => text,
      (reason) => `-- ${reason}`,
      limits,
      () => (time += 1_000),
    );
    return (await Array.fromAsync(chunks)).join('');
  };
  const lines = [['a', 'b'], ['c'], ['d']];
  expect(await written(lines, { lines: 4, milliseconds: 60_000 })).toBe('a\nb\nc\nd\n');
  expect(await written(lines, { lines: 3, milliseconds: 60_000 })).toBe('a\nb\nc\n-- There are more than 3 lines.\n');
  expect(await written(lines, { lines: 1, milliseconds: 60_000 })).toBe('a\n-- There are more than 1 lines.\n');
  expect(await written(lines, { lines: 9, milliseconds: 1_500 })).toBe(
    'a\nb\nc\n-- The search was ended after 1.5 s. Older lines are missing.\n',
  );
});
