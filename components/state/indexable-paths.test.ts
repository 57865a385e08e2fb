import { expect, test } from 'vitest';
import { indexablePaths } from './indexable-paths.ts';

test('offers the paths that an index would help with', () => {
  const conditions = ['["/total",">",1]', '["/total","<",9]', '["/a","=",1]', '["/b","!=",1]', '["","holds","x"]'];
  expect(indexablePaths(conditions)).toEqual(['/total', '/a']);
  expect(indexablePaths(conditions, { indexedPaths: ['/a'] })).toEqual(['/total']);
  expect(indexablePaths(conditions, { sensitive: ['/total'] })).toEqual(['/a']);
  expect(indexablePaths(conditions, { indexedPaths: ['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8'] })).toEqual([]);
});
