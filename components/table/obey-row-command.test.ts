import { expect, test } from 'vitest';
import { obeyRowCommand, type RowDeeds } from './obey-row-command.ts';
import type { RowCommand } from './row-keys.ts';

/** A table of ten rows, of which the last is not loaded, and the current one is the third. */
function obey(command: RowCommand, more: Partial<RowDeeds> = {}) {
  const done: string[] = [];
  const note = (name: string) => (index?: number) => void done.push(index === undefined ? name : `${name} ${index}`);
  const deeds: RowDeeds = {
    current: 2,
    isLoaded: (index) => index < 9,
    clear: note('clear'),
    selectAll: note('selectAll'),
    approach: note('approach'),
    extend: note('extend'),
    focus: note('focus'),
    select: note('select'),
    menu: note('menu'),
    open: note('open'),
    act: (key, index) => {
      note(key)(index);
      return key === 'c';
    },
    ...more,
  };
  return { isUsed: obeyRowCommand(command, deeds), done };
}

test('a move focuses a row, and with Shift selects up to it', () => {
  expect(obey({ kind: 'move', to: 3, isExtending: false })).toEqual({ isUsed: true, done: ['focus 3'] });
  expect(obey({ kind: 'move', to: 3, isExtending: true })).toEqual({ isUsed: true, done: ['extend 3', 'focus 3'] });
  expect(obey({ kind: 'move', to: 3, isExtending: true }, { extend: undefined }).done).toEqual(['focus 3']);
  expect(obey({ kind: 'move', to: 9, isExtending: true }), 'a row that is not loaded').toEqual({
    isUsed: true,
    done: ['approach 9'],
  });
});

test.each(['open', 'select'] as const)('%s is of the current row', (kind) => {
  expect(obey({ kind })).toEqual({ isUsed: true, done: [`${kind} 2`] });
  expect(obey({ kind }, { [kind]: undefined }), 'not possible').toEqual({ isUsed: false, done: [] });
  expect(obey({ kind }, { current: undefined }), 'no row').toEqual({ isUsed: false, done: [] });
  expect(obey({ kind }, { current: 9 }), 'not loaded').toEqual({ isUsed: false, done: [] });
});

test('a menu is of the current row, or of another one, which then becomes the current one', () => {
  expect(obey({ kind: 'menu', of: 2 })).toEqual({ isUsed: true, done: ['menu 2'] });
  const first = obey({ kind: 'menu', of: 0 }, { current: undefined });
  expect(first).toEqual({ isUsed: true, done: ['focus 0', 'menu 0'] });
  expect(obey({ kind: 'menu', of: 9 }), 'not loaded').toEqual({ isUsed: false, done: [] });
  expect(obey({ kind: 'menu', of: 2 }, { menu: undefined }), 'not possible').toEqual({ isUsed: false, done: [] });
});

test.each(['clear', 'selectAll'] as const)('%s is of all rows, where it is possible', (kind) => {
  expect(obey({ kind }, { current: undefined })).toEqual({ isUsed: true, done: [kind] });
  expect(obey({ kind }, { [kind]: undefined })).toEqual({ isUsed: false, done: [] });
});

test('a key of the page acts on the current row or on the selection, and is used when it does something', () => {
  expect(obey({ kind: 'act', key: 'c' })).toEqual({ isUsed: true, done: ['c 2'] });
  expect(obey({ kind: 'act', key: 'z' }).isUsed).toBe(false);
  expect(obey({ kind: 'act', key: 'c' }, { current: undefined })).toEqual({ isUsed: true, done: ['c'] });
  expect(obey({ kind: 'act', key: 'c' }, { current: 9 }), 'not loaded').toEqual({ isUsed: false, done: [] });
});

test('Escape clears a selection, and is not used without one', () => {
  expect(obey({ kind: 'clear' }, { current: undefined })).toEqual({ isUsed: true, done: ['clear'] });
  expect(obey({ kind: 'clear' }, { clear: undefined })).toEqual({ isUsed: false, done: [] });
});
