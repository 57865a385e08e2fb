'use client';
import type { RefObject } from 'react';
import { obeyRowCommand } from './obey-row-command.ts';
import { useRowKeys } from './use-row-keys.ts';

const pageSize = 10;

/**
 * Moves the focus through the rows of a plain table that a page is about: J, K, arrows, pages. Enter follows the first link
 * of the row, and F opens its menu.
 */
export function usePlainRowKeys(root: RefObject<HTMLElement | null>, isMain: boolean): void {
  const rows = () => (isMain ? [...(root.current?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])] : []);
  const read = () => {
    const all = rows();
    const at = all.findIndex((row) => row.contains(document.activeElement));
    return { all, current: at === -1 ? undefined : at };
  };
  useRowKeys({
    root,
    isFocusComing: () => false,
    place: () => {
      const { all, current } = read();
      return { current, first: 0, count: all.length, pageSize };
    },
    actionKeys: [],
    onCommand: (command) => {
      const { all, current } = read();
      const focus = (index: number) => all[index]?.focus();
      const link = current === undefined ? undefined : all[current]?.querySelector<HTMLElement>('a[href]');
      return obeyRowCommand(command, {
        current,
        isLoaded: (index) => all[index] !== undefined,
        approach: focus,
        focus,
        menu: (index) => openMenu(all[index]),
        open: link ? () => link.click() : undefined,
        ...{ clear: undefined, selectAll: undefined, extend: undefined, select: undefined },
        act: () => false,
      });
    },
  });
}

/** Opens the menu of a row as a key on its button does. */
function openMenu(row: HTMLElement | undefined): void {
  const button = row?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  button?.focus();
  button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
}
