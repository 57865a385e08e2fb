import { describe, expect, test } from 'vitest';
import { readRowKey } from './row-keys.ts';
import { nothingSelected, refreshSelection, selectionOf, selectRange } from './selection.ts';

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const place = { current: 4, first: 2, count: 10, pageSize: 5 };
const press = (key: string, over = {}, at: Parameters<typeof readRowKey>[1] = place, actionKeys = ['c']) =>
  readRowKey({ key, ...plain, ...over }, at, actionKeys);

describe('keys', () => {
  test.each([
    ['j', 5],
    ['J', 5],
    ['ArrowUp', 3],
    ['PageDown', 9],
    ['PageUp', 0],
    ['Home', 0],
    ['End', 9],
  ])('%s moves to row %i', (key, to) => {
    expect(press(key)).toEqual({ kind: 'move', to, isExtending: false });
  });

  test('the first move goes to the first visible row', () => {
    expect(press('j', {}, { ...place, current: undefined })).toMatchObject({ to: 2 });
  });

  test('shift extends the selection', () => {
    expect(press('ArrowDown', { shiftKey: true })).toEqual({ kind: 'move', to: 5, isExtending: true });
  });

  test('acts by the keys that act now, also on a selection without a current row', () => {
    const noRow = { ...place, current: undefined };
    expect(press('c')).toEqual({ kind: 'act', key: 'c' });
    expect(press('c', {}, noRow)).toEqual({ kind: 'act', key: 'c' });
    expect(press('c', {}, noRow, [])).toBeUndefined();
    expect(press('z')).toBeUndefined();
  });

  test('without a current row, F is the menu of the first visible one, and Enter and X move to it', () => {
    const noRow = { ...place, current: undefined };
    expect(press('f')).toEqual({ kind: 'menu', of: 4 });
    expect(press('f', {}, noRow)).toEqual({ kind: 'menu', of: 2 });
    for (const key of ['Enter', 'x'])
      expect(press(key, {}, noRow)).toEqual({ kind: 'move', to: 2, isExtending: false });
    for (const key of ['f', 'Enter', 'x']) expect(press(key, {}, { ...noRow, count: 0 }), 'no rows').toBeUndefined();
  });

  test.each([{ ctrlKey: true }, { metaKey: true }])('A with %j selects all rows', (held) => {
    expect(press('a', held)).toEqual({ kind: 'selectAll' });
    expect(press('a', { ...held, shiftKey: true })).toBeUndefined();
    expect(press('a', held, { ...place, count: 0 }), 'no rows').toBeUndefined();
  });

  test('leaves the browser its own keys', () => {
    expect(press('j', { ctrlKey: true })).toBeUndefined();
    expect(press('c', { metaKey: true })).toBeUndefined();
  });
});

describe('selection', () => {
  const rows = [{ id: 'a' }, { id: 'b' }, undefined, { id: 'd' }];
  const table = { rows, rowId: (row: { id: string }) => row.id };

  test('a range takes loaded rows in either direction', () => {
    expect([...selectRange(nothingSelected, table, 3, 1).keys()]).toEqual(['b', 'd']);
  });

  test('selected ids keep the data of rows that are not loaded any more', () => {
    const before = new Map([['gone', { id: 'gone' }]]);
    expect([...selectionOf(['gone', 'b', 'nowhere'], before, table)]).toEqual([
      ['gone', { id: 'gone' }],
      ['b', { id: 'b' }],
    ]);
    expect([...selectionOf(['b'], before, table).keys()]).toEqual(['b']);
  });

  test('keeps up with rows that change', () => {
    const selection = selectRange(nothingSelected, table, 0, 1);
    expect(refreshSelection(selection, table)).toBe(selection);
    const newer = { id: 'a' };
    expect(refreshSelection(selection, { ...table, rows: [newer] }).get('a')).toBe(newer);
  });
});
