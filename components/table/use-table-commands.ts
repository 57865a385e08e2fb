'use client';
import type { RefObject } from 'react';
import { useRowFocus } from '@/components/ui/use-row-focus.ts';
import type { DataTableProps } from './data-table-props.ts';
import { obeyRowCommand } from './obey-row-command.ts';
import { nothingSelected, selectRange } from './selection.ts';
import type { SelectEvent } from './table-row.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useRowKeys } from './use-row-keys.ts';

/** Where the rows of a table are, and what can be done with one by its index. */
type Rows = {
  current: number | undefined;
  /** The first row on the screen, and the last. */
  first: number;
  last: number;
  indexById: ReadonlyMap<string, number>;
  /** Scrolls to a row. */
  show: (index: number) => void;
  setCurrent: (index: number) => void;
  open: (index: number, isNewTab: boolean) => void;
  openMenu: (index: number, at: { x: number; y: number }) => void;
  select: (index: number, event: SelectEvent) => void;
  selectAll: () => void;
};

const noActions: Readonly<Record<string, never>> = {};

/** Lets the keyboard walk over the rows of a table and act on them, and keeps the focus on a row when others come and go. */
export function useTableCommands<Row>(root: RefObject<HTMLElement | null>, props: DataTableProps<Row>, on: Rows): void {
  const { rows, rowId, selection = nothingSelected, onSelection, actions = noActions } = props;
  const { current } = on;
  const rowFocus = useRowFocus(root);

  const focusRow = (index: number) => {
    on.setCurrent(index);
    on.show(index);
    rowFocus.focus(index);
  };
  const idAt = (index: number) => (rows[index] === undefined ? undefined : rowId(rows[index]));
  const openMenuBelow = (index: number) => {
    const box = root.current?.querySelector(`[data-row="${index}"]`)?.getBoundingClientRect();
    if (box) on.openMenu(index, { x: box.left + 48, y: box.bottom });
  };
  const act = (key: string, index: number | undefined) => {
    const [row] = index === undefined ? selection.values() : [rows[index]];
    if (row !== undefined) actions[key]?.(row);
    return row !== undefined && actions[key] !== undefined;
  };
  useKeptFocus(root, { indexById: on.indexById, idAt, count: rows.length, focusRow });
  useRowKeys({
    root,
    isFocusComing: rowFocus.isComing,
    place: () => ({ current, first: on.first, count: rows.length, pageSize: Math.max(1, on.last - on.first - 1) }),
    actionKeys: current === undefined && selection.size > 0 ? (props.selectionKeys ?? []) : Object.keys(actions),
    onCommand: (command) =>
      obeyRowCommand(command, {
        current,
        isLoaded: (index) => rows[index] !== undefined,
        approach: on.show,
        focus: focusRow,
        clear: selection.size === 0 ? undefined : () => onSelection?.(nothingSelected),
        selectAll: onSelection && on.selectAll,
        extend: onSelection && ((to) => onSelection(selectRange(selection, props, current ?? to, to))),
        select:
          onSelection &&
          ((index) => on.select(index, { target: { checked: !selection.has(idAt(index) ?? '') }, shiftKey: false })),
        menu: props.onMenu && openMenuBelow,
        open: props.onOpen && ((index) => on.open(index, false)),
        act,
      }),
  });
}
