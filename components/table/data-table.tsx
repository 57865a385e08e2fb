'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { useKnownScreen } from '@/components/ui/known-screen.tsx';
import { WithShortTimes } from '@/components/ui/time.tsx';
import { useRangeWith, useRowFocus } from '@/components/ui/use-row-focus.ts';
import type { Column, Order } from './column.ts';
import { FirstFit } from './first-fit.tsx';
import type { RowCommand } from './row-keys.ts';
import { nothingSelected, type Selection, selectionOf, selectRange } from './selection.ts';
import { SkeletonRow } from './skeleton-row.tsx';
import { TableHeader } from './table-header.tsx';
import type { TableLayout } from './table-layout.ts';
import { tableRole } from './table-roles.ts';
import { type SelectEvent, TableRow } from './table-row.tsx';
import { useDataColumns } from './use-data-columns.ts';
import { useIsPhone } from './use-is-phone.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useReturn } from './use-return.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useRowState } from './use-row-state.ts';
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
  order?: string;
  onOrder?: (order: Order) => void;
  /** What a key does to the current row, by key in lower case. */
  actions?: Readonly<Record<string, (row: Row) => void>>;
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
  const { rows, rowId, columns, selection, onSelection, onOpen, onVisible, actions = noActions } = props;
  const isSelectable = onSelection !== undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const { currentId, setCurrent, open, openMenu } = useRowState(props, scroller);
  const measured = useWidth(scroller);
  const known = useKnownScreen();
  const height = useIsPhone() ? cardHeight : rowHeight;

  const indexById = useMemo(
    () => new Map(rows.flatMap((row, index) => (row === undefined ? [] : [[rowId(row), index] as const]))),
    [rows, rowId],
  );
  const current = currentId === undefined ? undefined : indexById.get(currentId);
  const count = props.isLoading && rows.length === 0 ? skeletonCount : rows.length;

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowId(row);
    },
    rangeExtractor: useRangeWith(current),
    overscan: measured === undefined ? 0 : 10,
    scrollPaddingStart: 32,
    initialRect: { width: 1280, height: known?.contentHeight ?? 960 },
    initialOffset: props.left?.top ?? 0,
  });
  useReturn(scroller, props.left, current);
  const rowFocus = useRowFocus(scroller);
  useEffect(() => {
    if (height > 0) virtualizer.measure();
  }, [height, virtualizer]);
  const virtualRows = virtualizer.getVirtualItems();
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    onVisible?.(first, last);
  }, [onVisible, first, last]);

  const fitId = useId();
  const items = useMemo(
    () =>
      rows.map((row, index) =>
        row === undefined ? { id: `not loaded ${index}`, isLoaded: false } : { id: rowId(row), isLoaded: true },
      ),
    [rows, rowId],
  );
  const selectedIds = useMemo(() => [...(selection ?? nothingSelected).keys()], [selection]);
  const isCard = height === cardHeight;
  const { table, shown, scrollPaddingLeft, pinnedCount, controls, style, fit } = useDataColumns({
    root: scroller,
    columns,
    layout: props.layout,
    onLayout: props.onLayout,
    // a card has a place of its own for each of its columns
    width: isCard ? Number.POSITIVE_INFINITY : (measured ?? known?.contentWidth),
    isSelectable,
    items,
    order: props.order,
    onOrder: props.onOrder,
    selectedIds,
    onSelectedIds: (ids) => onSelection?.(selectionOf(ids, selection ?? nothingSelected, props)),
  });
  const select = useCallback(
    (index: number, event: SelectEvent) => table.getRowModel().rows[index]?.getToggleSelectedHandler()(event),
    [table],
  );

  const focusRow = (index: number) => {
    setCurrent(index);
    virtualizer.scrollToIndex(index, { align: 'auto' });
    rowFocus.focus(index);
  };

  useKeptFocus(scroller, {
    indexById,
    idAt: (index) => (rows[index] === undefined ? undefined : rowId(rows[index])),
    count: rows.length,
    focusRow,
  });

  const onCommand = (command: RowCommand): boolean => {
    if (command.kind === 'clear') {
      if (!selection?.size) return false;
      onSelection?.(nothingSelected);
      return true;
    }
    if (command.kind === 'move') {
      if (rows[command.to] === undefined) {
        // not loaded yet: coming near it loads it
        virtualizer.scrollToIndex(command.to);
        return true;
      }
      if (command.isExtending && isSelectable) {
        onSelection(selectRange(selection ?? nothingSelected, props, current ?? command.to, command.to));
      }
      focusRow(command.to);
      return true;
    }
    const row = current === undefined ? undefined : rows[current];
    if (row === undefined || current === undefined) return false;
    if (command.kind === 'select') {
      if (isSelectable) select(current, { target: { checked: !selection?.has(rowId(row)) }, shiftKey: false });
      return isSelectable;
    }
    if (command.kind === 'menu') {
      const box = scroller.current?.querySelector(`[data-row="${current}"]`)?.getBoundingClientRect();
      if (box) openMenu(current, { x: box.left + 48, y: box.bottom });
      return props.onMenu !== undefined;
    }
    if (command.kind === 'open') {
      onOpen?.(row, { isNewTab: false, top: scroller.current?.scrollTop ?? 0 });
      return onOpen !== undefined;
    }
    actions[command.key]?.(row);
    return actions[command.key] !== undefined;
  };
  useRowKeys({
    root: scroller,
    isFocusComing: rowFocus.isComing,
    place: () => ({ current, first, count: rows.length, pageSize: Math.max(1, last - first - 1) }),
    actionKeys: Object.keys(actions),
    onCommand,
  });

  return (
    <div
      ref={scroller}
      className={cn('@container relative h-full min-h-0 overflow-auto bg-surface', props.className)}
      style={{ scrollPaddingLeft: isCard ? 0 : scrollPaddingLeft }}
    >
      {measured === undefined && <FirstFit fit={fitId} steps={fit} />}
      <table
        data-selected-rows={selection?.size || undefined}
        {...tableRole.table}
        data-fit={fitId}
        aria-label={props.label}
        aria-rowcount={(props.totalCount ?? rows.length) < 0 ? -1 : (props.totalCount ?? rows.length) + 1}
        aria-busy={props.isLoading}
        className={cn('block min-w-full sm:min-w-(--least)', rowHeights)}
        style={style}
      >
        <TableHeader
          table={table}
          columnOf={(id) => shown.find((column) => column.id === id)}
          isSortable={props.onOrder !== undefined}
          isSelectable={isSelectable}
          pinnedCount={pinnedCount}
          controls={isCard ? undefined : controls}
        />
        <tbody
          {...tableRole.rowgroup}
          className="relative block"
          style={{ height: `calc(var(--row-height) * ${count})` }}
        >
          <WithShortTimes>
            {virtualRows.map(({ index, key }) => {
              const row = rows[index];
              if (row === undefined)
                return <SkeletonRow key={key} index={index} columns={shown} isSelectable={isSelectable} />;
              const id = rowId(row);
              return (
                <TableRow
                  key={key}
                  index={index}
                  label={props.rowLabel(row)}
                  isCurrent={id === currentId}
                  isOpen={id === props.openId}
                  isTabStop={current === undefined ? index === first : index === current}
                  isSelected={isSelectable ? selection?.has(id) === true : undefined}
                  isDimmed={props.isDimmed?.(row) === true}
                  source={row}
                  columns={shown}
                  pinnedCount={pinnedCount}
                  cellOf={(column) => shown[column]?.cell(row)}
                  onCurrent={setCurrent}
                  onSelect={select}
                  onOpen={onOpen && open}
                  onMenu={props.onMenu && openMenu}
                />
              );
            })}
          </WithShortTimes>
        </tbody>
      </table>
      {rows.length === 0 && !props.isLoading && props.empty}
    </div>
  );
}
