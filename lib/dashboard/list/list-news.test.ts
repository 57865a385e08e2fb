import { expect, it } from 'vitest';
import { newsOf } from './list-news.ts';

const pages = [
  { value: ['a1', 'b1'], continuationToken: 't1' },
  { value: ['c1', 'd1'], continuationToken: 't2' },
];
const idOf = (item: string) => item.charAt(0);

it('counts what no page has, however old the page', () => {
  expect(newsOf(pages, { value: ['x1', 'y1', 'a1'] }, idOf).count).toBe(2);
  expect(newsOf(pages, { value: ['a1', 'd1'] }, idOf).count).toBe(0);
  expect(newsOf([], { value: ['a1'] }, idOf).count).toBe(1);
});

it('names what the first page has no longer', () => {
  expect(newsOf(pages, { value: ['x1', 'b2'] }, idOf).missing).toEqual(['a1']);
  expect(newsOf(pages, { value: ['b2', 'a2'] }, idOf).missing).toEqual([]);
});

it('takes items as they are now, in their old places, adds none and keeps the way to the next page', () => {
  const { patch } = newsOf(pages, { value: ['x1', 'b2', 'a1', 'c2'], continuationToken: 'other' }, idOf);
  expect(pages.map(patch)).toEqual([
    { value: ['a1', 'b2'], continuationToken: 't1' },
    { value: ['c2', 'd1'], continuationToken: 't2' },
  ]);
});

it('leaves a page as it is where it has nothing of the first one', () => {
  const [, second] = pages;
  expect(second && newsOf(pages, { value: ['a2'] }, idOf).patch(second)).toBe(second);
});
