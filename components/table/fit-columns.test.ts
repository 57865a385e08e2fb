import { expect, test } from 'vitest';
import { columnsToDrop, dropSteps } from './fit-columns.ts';

const columns = [
  { id: 'name', width: 'minmax(10rem, 2fr)' },
  { id: 'queue', width: '5rem', dropOrder: 2 },
  { id: 'tags', width: 'minmax(5rem, 1fr)', dropOrder: 1 },
];

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
