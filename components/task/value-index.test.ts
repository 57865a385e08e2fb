import { expect, test } from 'vitest';
import type { ValueIndex } from '#contract';
import { parseFilter } from '@/components/filter/clause.ts';
import { indexFor, onlyTypeOf, pathsWithoutIndex, sortingOf } from './value-index.ts';

const index = (given: Partial<ValueIndex>): ValueIndex => ({
  id: 'one',
  path: '/input/total',
  status: 'ready',
  createdOn: '2026-01-01T00:00:00.000Z',
  createdBy: 'ada',
  ...given,
});

test.each([
  ['type:order', 'order'],
  ['status:failed type:order x', 'order'],
  ['type:order*', undefined],
  ['type:order,mail', undefined],
  ['', undefined],
])('the filter %j lists the one type %s', (text, type) => {
  expect(onlyTypeOf(parseFilter(text))).toBe(type);
});

test('a list is sorted by a ready index of its type or of all, and says why it is not', () => {
  const ofOrders = index({ id: 'orders', type: 'order' });
  const ofAll = index({ id: 'all', status: 'building', progress: 0.456 });
  expect(indexFor([ofAll, ofOrders], '/input/total', 'order')).toBe(ofOrders);
  expect(indexFor([ofAll, ofOrders], '/input/total', undefined)).toBe(ofAll);
  expect(indexFor([ofAll, ofOrders], '/input/other', 'order')).toBeUndefined();
  expect(sortingOf(ofOrders, '/input/total')).toEqual({ sortBy: '/input/total' });
  expect(sortingOf(ofAll, '/input/total')).toEqual({ unsortable: 'The index is being built: 46 %' });
  expect(sortingOf(undefined, '/input/total')).toEqual({ unsortable: 'Sorting needs an index' });
});

test('paths of values that a filter seeks are told apart by whether an index has them', () => {
  const indexes = [index({ path: '/input/total' }), index({ path: '/input/sum', type: 'order', status: 'building' })];
  const paths = (text: string) => pathsWithoutIndex(parseFilter(text), indexes);
  expect(paths('input:/total=5 status:failed')).toEqual([]);
  expect(paths('input:/total=5,/a/b=x=y,/a/b=z')).toEqual(['/input/a/b']);
  expect(paths('input:/sum=1')).toEqual(['/input/sum']);
  expect(paths('input:/sum=1 type:order'), 'one that is being built').toEqual([]);
  expect(paths('status:failed')).toEqual([]);
});
