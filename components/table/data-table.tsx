'use client';
import { type ReactNode, useCallback, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { useKnownScreen } from '@/components/ui/known-screen.tsx';
import { useRowFocus } from '@/components/ui/use-row-focus.ts';
import type { Column, Order } from './column.ts';
import { DataRows } from './data-rows.tsx';
import { FirstFit } from './first-fit.tsx';
import type { LeftOut } from './left-out.ts';
import { obeyRowCommand } from './obey-row-command.ts';
import { nothingSelected, type Selection, selectionOf, selectRange } from './selection.ts';
import { TableHeader } from './table-header.tsx';
import type { TableLayout } from './table-layout.ts';
import { tableRole } from './table-roles.ts';
import type { SelectEvent } from './table-row.tsx';
import { useDataColumns } from './use-data-columns.ts';
import { useIsPhone } from './use-is-phone.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useReturn } from './use-return.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useRowState } from './use-row-state.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import { useWidth } from './use-width.ts';

export type DataTableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  /** Every row in order; `undefined` where a row is known to be but is not loaded. */
  rows: readonly (Row | undefined)[];
  rowId: (row: Row) => string;
  /** A row's name for the accessible name of its checkbox. */
  rowLabel: (row: Row) => string;
  /** Rows known to exist, or -1 where that is not known. */
  totalCount?: number;
  /** `top`: how far the table is scrolled, in pixels. */
  onOpen?: (row: Row, how: { isNewTab: boolean; top: number }) => void;
  /** Where the table was left: it opens there, with the focus on its row. */
  left?: { currentId: string | undefined; top: number } | undefined;
  /** The row that is open beside the table. */
  openId?: string | undefined;
  selection?: Selection<Row>;
  onSelection?: (selection: Selection<Row>) => void;
  /** Selects all rows, of which these are loaded. Without it, the loaded ones are all. */
  onSelectAll?: ((loaded: Selection<Row>) => void) | undefined;
  order?: string;
  onOrder?: (order: Order) => void;
  /** What a key does to the current row, by key in lower case. */
  actions?: Readonly<Record<string, (row: Row) => void>>;
  /** Those of `actions` that are of all selected rows. Where no row is the current one, they are given one of these. */
  selectionKeys?: readonly string[];
  /** Asked for a row's menu: by the secondary button, a long touch, the menu key or F; `at` in pixels of the screen. */
  onMenu?: (row: Row, at: { x: number; y: number }) => void;
  /** Told when another row becomes the current one. */
  onCurrent?: (row: Row) => void;
  /** Tells which rows are on the screen, by index. */
  onVisible?: (first: number, last: number) => void;
  isDimmed?: (row: Row) => boolean;
  /** How the columns are arranged; without it, as they are given. */
  layout?: TableLayout;
  /** Makes the columns arrangeable: called with each new arrangement, and with `undefined` to reset it. */
  onLayout?: (layout: TableLayout | undefined) => void;
  /** Told which columns there is no room or no place for. */
  onLeftOut?: (leftOut: LeftOut) => void;
  isLoading?: boolean;
  /** Shown in place of rows where there are none. */
  empty?: ReactNode;
  className?: string;
};

const rowHeight = 32;
const cardHeight = 56;
/** The same heights for the first paint, when it is not known yet how wide the window is. */
const rowHeights = '[--row-height:32px] max-sm:[--row-height:56px]';
const skeletonCount = 12;
const noActions: Readonly<Record<string, never>> = {};

/**
 * The table that a page is about: rows are virtualised and keep the meaning of a table, the header stays in view, J, K, arrows,
 * Enter, X and the page's own keys act on the current row, and at phone width each row is a card of two lines.
 * It fills its parent's height and scrolls inside.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowId, selection = nothingSelected, onSelection, onSelectAll, onOpen, actions = noActions } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { currentId, left, setCurrent, open, openMenu } = useRowState(props, scroller);
  const measured = useWidth(scroller);
  const known = useKnownScreen();
  const isCard = useIsPhone();
  const { items, indexById } = useMemo(() => itemsOf(rows, rowId), [rows, rowId]);
  const current = currentId === undefined ? undefined : indexById.get(currentId);
  const count = props.isLoading && rows.length === 0 ? skeletonCount : rows.length;
  const { drawn, first, last, show } = useVirtualRows(scroller, {
    count,
    height: isCard ? cardHeight : rowHeight,
    keyOf: (index) => (rows[index] === undefined ? index : rowId(rows[index])),
    current,
    isMeasured: measured !== undefined,
    top: left?.top ?? 0,
    onVisible: props.onVisible,
  });
  useReturn(scroller, left, current);
  const rowFocus = useRowFocus(scroller);

  const fitId = useId();
  const isSelectable = onSelection !== undefined;
  const selectedIds = useMemo(() => [...selection.keys()], [selection]);
  const { table, shown, scrollPaddingLeft, pinnedCount, controls, style, fit } = useDataColumns({
    root: scroller,
    columns: props.columns,
    layout: props.layout,
    onLayout: props.onLayout,
    onLeftOut: props.onLeftOut,
    width: measured ?? known?.contentWidth,
    isCard,
    isSelectable,
    items,
    order: props.order,
    onOrder: props.onOrder,
    selectedIds,
    onSelectedIds: (ids) => onSelection?.(selectionOf(ids, selection, props)),
  });
  const latestTable = useRef(table); // another object at every render, which must not render every row again
  useLayoutEffect(() => {
    latestTable.current = table;
  });
  const select = useCallback(
    (index: number, event: SelectEvent) =>
      latestTable.current.getRowModel().rows[index]?.getToggleSelectedHandler()(event),
    [],
  );

  const clear = () => onSelection?.(nothingSelected);
  const selectAll = () => (onSelectAll ?? onSelection)?.(selectRange(selection, props, 0, rows.length - 1));

  const focusRow = (index: number) => {
    setCurrent(index);
    show(index);
    rowFocus.focus(index);
  };
  const idAt = (index: number) => (rows[index] === undefined ? undefined : rowId(rows[index]));
  useKeptFocus(scroller, { indexById, idAt, count: rows.length, focusRow });
  const openMenuBelow = (index: number) => {
    const box = scroller.current?.querySelector(`[data-row="${index}"]`)?.getBoundingClientRect();
    if (box) openMenu(index, { x: box.left + 48, y: box.bottom });
  };
  const act = (key: string, index: number | undefined) => {
    const [row] = index === undefined ? selection.values() : [rows[index]];
    if (row !== undefined) actions[key]?.(row);
    return row !== undefined && actions[key] !== undefined;
  };
  useRowKeys({
    root: scroller,
    isFocusComing: rowFocus.isComing,
    place: () => ({ current, first, count: rows.length, pageSize: Math.max(1, last - first - 1) }),
    actionKeys: current === undefined && selection.size > 0 ? (props.selectionKeys ?? []) : Object.keys(actions),
    onCommand: (command) =>
      obeyRowCommand(command, {
        current,
        isLoaded: (index) => rows[index] !== undefined,
        approach: show,
        focus: focusRow,
        clear: selection.size === 0 ? undefined : clear,
        selectAll: isSelectable ? selectAll : undefined,
        extend: onSelection && ((to) => onSelection(selectRange(selection, props, current ?? to, to))),
        select:
          onSelection &&
          ((index) => select(index, { target: { checked: !selection.has(idAt(index) ?? '') }, shiftKey: false })),
        menu: props.onMenu && openMenuBelow,
        open: onOpen && ((index) => open(index, false)),
        act,
      }),
  });

  const total = props.totalCount ?? rows.length;
  return (
    <div
      ref={scroller}
      className={cn('@container relative h-full min-h-0 overflow-auto bg-surface', props.className)}
      style={{ scrollPaddingLeft: isCard ? 0 : scrollPaddingLeft }}
    >
      <FirstFit fit={fitId} steps={fit} width={measured} />
      <table
        data-selected-rows={selection.size || undefined}
        {...tableRole.table}
        data-fit={fitId}
        aria-label={props.label}
        aria-rowcount={total < 0 ? -1 : total + 1}
        aria-busy={props.isLoading}
        className={cn('block min-w-full sm:min-w-(--least)', rowHeights)}
        style={style}
      >
        <TableHeader
          table={table}
          columnOf={(id) => shown.find((column) => column.id === id)}
          isSortable={props.onOrder !== undefined}
          all={
            isSelectable
              ? {
                  label: onSelectAll ? 'Select all that match' : 'Select all loaded rows',
                  onSelect: selectAll,
                  onClear: clear,
                }
              : undefined
          }
          pinnedCount={pinnedCount}
          controls={isCard ? undefined : controls}
        />
        <DataRows
          rows={rows}
          rowId={rowId}
          rowLabel={props.rowLabel}
          isDimmed={props.isDimmed}
          count={count}
          drawn={drawn}
          currentId={currentId}
          openId={props.openId}
          tabStop={current ?? first}
          selection={isSelectable ? selection : undefined}
          columns={shown}
          pinnedCount={pinnedCount}
          onCurrent={setCurrent}
          onSelect={select}
          onOpen={onOpen && open}
          onMenu={props.onMenu && openMenu}
        />
      </table>
      {rows.length === 0 && !props.isLoading && props.empty}
    </div>
  );
}

/** The rows as the columns' table knows them, and where each is that is loaded. */
function itemsOf<Row>(rows: readonly (Row | undefined)[], rowId: (row: Row) => string) {
  const indexById = new Map<string, number>();
  const items = rows.map((row, index) => {
    if (row === undefined) return { id: `not loaded ${index}`, isLoaded: false };
    const id = rowId(row);
    indexById.set(id, index);
    return { id, isLoaded: true };
  });
  return { items, indexById };
}
