import { describe, expect, test } from 'vitest';
import type { LogPage } from './log-window.ts';
import { unloadedSide } from './unloaded-side.ts';

function page(firstAt: number, lastAt: number, isLoaded = true): LogPage {
  return { firstId: '1', lastId: '2', firstAt, lastAt, attempts: [1], lines: isLoaded ? [] : undefined };
}
const at = (pages: LogPage[], time: number, ends: { hasOlder?: boolean; hasNewer?: boolean } = {}) =>
  unloadedSide({ pages, hasOlder: false, hasNewer: false, ...ends }, time);

describe('the line nearest to a time', () => {
  test('is loaded inside a page, between two loaded ones, and beyond an end of the log', () => {
    const pages = [page(10, 20), page(30, 40)];
    for (const time of [10, 15, 25, 40]) expect(at(pages, time, { hasOlder: true, hasNewer: true })).toBeUndefined();
    for (const time of [1, 99]) expect(at(pages, time)).toBeUndefined();
    expect(at([], 5, { hasOlder: true })).toBeUndefined();
  });

  test('is earlier or later when the log goes on there', () => {
    const pages = [page(10, 20)];
    expect(at(pages, 9, { hasOlder: true })).toBe('earlier');
    expect(at(pages, 9, { hasNewer: true })).toBeUndefined();
    expect(at(pages, 21, { hasNewer: true })).toBe('later');
    expect(at(pages, 21, { hasOlder: true })).toBeUndefined();
  });

  test('is in lines that were let go', () => {
    const pages = [page(10, 20, false), page(30, 40), page(50, 60, false)];
    expect([1, 15, 22].map((time) => at(pages, time))).toEqual(['earlier', 'earlier', 'earlier']);
    expect([28, 35, 44].map((time) => at(pages, time))).toEqual([undefined, undefined, undefined]);
    expect([46, 55, 99].map((time) => at(pages, time))).toEqual(['later', 'later', 'later']);
  });
});
