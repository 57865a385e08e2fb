'use client';
import { useCallback, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { useKnownScreen } from '@/components/ui/known-screen.tsx';
import { PrintedPart } from '@/components/ui/printed-part.tsx';
import { DataRows } from './data-rows.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { FirstFit } from './first-fit.tsx';
import { nothingSelected, selectionOf, selectRange } from './selection.ts';
import { TableHeader } from './table-header.tsx';
import { tableRole } from './table-roles.ts';
import type { SelectEvent } from './table-row.tsx';
import { useDataColumns } from './use-data-columns.ts';
import { useIsPhone } from './use-is-phone.ts';
import { useReturn } from './use-return.ts';
import { useRowState } from './use-row-state.ts';
import { useScrollPlace } from './use-scroll-place.ts';
import { useTableCommands } from './use-table-commands.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import { useWidth } from './use-width.ts';

const rowHeight = 32;
const cardHeight = 56;
/** The same heights for the first paint, when it is not known yet how wide the window is. */
const rowHeights = '[--row-height:32px] max-sm:[--row-height:56px]';
const skeletonCount = 12;

/**
 * The table that a page is about: rows are virtualised and keep the meaning of a table, the header stays in view, J, K, arrows,
 * Enter, X and the page's own keys act on the current row, and at phone width each row is a card of two lines.
 * It fills its parent's height and scrolls inside.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowId, selection = nothingSelected, onSelection, onSelectAll, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { currentId, left, setCurrent, leave, open, openMenu } = useRowState(props, scroller);
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
  useScrollPlace(scroller, { label: props.label, left, currentId });

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

  const selectAll = () => (onSelectAll ?? onSelection)?.(selectRange(selection, props, 0, rows.length - 1));
  const deeds = { show, setCurrent, open, openMenu, select, selectAll };
  useTableCommands(scroller, props, { current, first, last, indexById, ...deeds });

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
                  onClear: () => onSelection?.(nothingSelected),
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
          onLeave={leave}
          onMenu={props.onMenu && openMenu}
        />
      </table>
      <PrintedPart count={count} total={total} />
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
