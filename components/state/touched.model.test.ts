import { expect, test } from 'vitest';
import { touchedEntries } from './touched.model.ts';

test('an entry that several steps touched is listed once, with all that was done to it', () => {
  const at = { storeName: 'shop', id: 'orders/1' };
  expect(
    touchedEntries([
      { sequence: 1 },
      { sequence: 2, state: [{ ...at, access: 'read', version: 3 }] },
      {
        sequence: 5,
        state: [
          { storeName: 'shop', id: 'stock', access: 'read' },
          { ...at, access: 'write', version: 4 },
        ],
      },
      { sequence: 6, state: [{ ...at, access: 'write', version: 5 }] },
    ]),
  ).toEqual([
    { ...at, accesses: ['read', 'write'], version: 5, sequences: [2, 5, 6] },
    { storeName: 'shop', id: 'stock', accesses: ['read'], version: undefined, sequences: [5] },
  ]);
});
