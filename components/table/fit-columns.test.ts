import { expect, test } from 'vitest';
import { columnsToDrop, dropSteps } from './fit-columns.ts';

const columns = [
  { id: 'name', width: 'minmax(10rem, 2fr)' },
  { id: 'queue', width: '5rem', dropOrder: 2 },
  { id: 'tags', width: 'minmax(5rem, 1fr)', dropOrder: 1 },
];

test('a column gets the width that it asks for before a less important one is shown', () => {
  const wide = columns.map((column) => (column.id === 'name' ? { ...column, easyWidth: '20rem' } : column));
  expect(columnsToDrop(dropSteps(wide, true), 591)).toEqual(['tags']);
  expect(columnsToDrop(dropSteps(wide, true), 592)).toEqual([]);
});

test.each([
  [488, []],
  [487, ['tags']],
  [368, ['tags']],
  [367, ['tags', 'queue']],
  [100, ['tags', 'queue']],
  [undefined, []],
])('in %s pixels, %j are left out', (width, dropped) => {
  expect(columnsToDrop(dropSteps(columns, true), width)).toEqual(dropped);
});
