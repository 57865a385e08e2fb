import { expect, it } from 'vitest';
import { foundLogWords } from './log-coverage.ts';
import { placesOf, selectionOfKey } from './range-selection.ts';

it('says how many lines there are, and how far back was searched', () => {
  const all = { count: 1_200, isFiltered: false, hasMore: false, searchedTo: undefined };
  expect(foundLogWords(all)).toBe('All 1,200 lines that are kept.');
  expect(foundLogWords({ ...all, hasMore: true })).toBe('1,200+ lines; more are loaded as you scroll.');
  expect(foundLogWords({ ...all, count: 1, isFiltered: true })).toBe('1 line found in all logs that are kept.');
  const stopped = { ...all, isFiltered: true, hasMore: true, searchedTo: '02:14' };
  expect(foundLogWords({ ...stopped, count: 0 })).toBe('No line found. Searched back to 02:14.');
  expect(foundLogWords(stopped)).toBe('1,200+ lines found. Searched back to 02:14.');
});

it('moves and extends a range by keys, within its strip', () => {
  const one = selectionOfKey('ArrowLeft', false, undefined, 60);
  expect(one).toEqual({ anchor: 59, head: 59 });
  const two = selectionOfKey('ArrowLeft', true, one, 60);
  expect(two).toEqual({ anchor: 59, head: 58 });
  expect(two && placesOf(two)).toEqual({ first: 58, last: 59 });
  expect(selectionOfKey('ArrowRight', false, two, 60)).toEqual({ anchor: 59, head: 59 });
  expect(selectionOfKey('ArrowRight', false, one, 60)).toEqual({ anchor: 59, head: 59 });
  expect(selectionOfKey('Home', true, two, 60)).toEqual({ anchor: 59, head: 0 });
  expect(selectionOfKey('a', false, two, 60)).toBeUndefined();
  expect(selectionOfKey('Home', false, undefined, 0)).toBeUndefined();
});
