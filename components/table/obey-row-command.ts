import type { RowCommand } from './row-keys.ts';

/** What a table does with its current row, by index. What is absent is not possible. */
export type RowDeeds = {
  current: number | undefined;
  isLoaded: (index: number) => boolean;
  /** Clears the selection; absent where nothing is selected. */
  clear: (() => void) | undefined;
  /** Selects all rows; absent where rows cannot be selected. */
  selectAll: (() => void) | undefined;
  /** Scrolls to a row that is not loaded: coming near it loads it. */
  approach: (index: number) => void;
  /** Selects the rows from the current one to another. */
  extend: ((to: number) => void) | undefined;
  focus: (index: number) => void;
  select: ((index: number) => void) | undefined;
  menu: ((index: number) => void) | undefined;
  open: ((index: number) => void) | undefined;
  /** Acts on a row, or without one on the selection. Returns whether the key does something. */
  act: (key: string, index: number | undefined) => boolean;
};

/** Does what a key asks for. Returns whether the table used the key. */
export function obeyRowCommand(command: RowCommand, deeds: RowDeeds): boolean {
  if (command.kind === 'clear') {
    deeds.clear?.();
    return deeds.clear !== undefined;
  }
  if (command.kind === 'selectAll') {
    deeds.selectAll?.();
    return deeds.selectAll !== undefined;
  }
  if (command.kind === 'move') {
    if (!deeds.isLoaded(command.to)) deeds.approach(command.to);
    else {
      if (command.isExtending) deeds.extend?.(command.to);
      deeds.focus(command.to);
    }
    return true;
  }
  const { current } = deeds;
  if (command.kind === 'menu') {
    if (deeds.menu === undefined || !deeds.isLoaded(command.of)) return false;
    if (command.of !== current) deeds.focus(command.of);
    deeds.menu(command.of);
    return true;
  }
  if (current !== undefined && !deeds.isLoaded(current)) return false;
  if (command.kind === 'act') return deeds.act(command.key, current);
  if (current === undefined) return false;
  const deed = deeds[command.kind];
  deed?.(current);
  return deed !== undefined;
}
