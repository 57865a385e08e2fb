'use client';
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import type { ColumnAct } from './column.ts';
import { ColumnMenu, type ColumnMenuProps } from './column-menu.tsx';
import { ResizeHandle } from './resize-handle.tsx';
import { type KnownColumns, type TableLayout, withoutColumn, writeLayout } from './table-layout.ts';
import { type ColumnDrag, useColumnDrag } from './use-column-drag.ts';
import { type ColumnHeader, type ColumnsTable, columnsOnScreen, type ResizedColumn } from './use-table-columns.ts';

export type ColumnControlsProps = Pick<ColumnMenuProps, 'layout' | 'missing' | 'onHidden' | 'onReset'> & {
  header: ColumnHeader;
  name: string;
  isEnd: boolean;
  widthOf: (id: string) => number | undefined;
  onResize: (column: ResizedColumn | undefined) => void;
  drag: ColumnDrag | undefined;
  onDragStart: (id: string, event: PointerEvent<HTMLElement>) => void;
  /** Returns what else can be done with a column. */
  actsOf: (id: string) => readonly ColumnAct[] | undefined;
  /** Returns what removes a column, for those that the operator added. */
  removalOf: (id: string) => (() => void) | undefined;
};

/** What makes a column's header draggable: while it is dragged it fades, and the line where it would go is drawn. */
export function dragProps(id: string, controls: Pick<ColumnControlsProps, 'drag' | 'onDragStart'> | undefined) {
  if (controls === undefined) return {};
  const { drag } = controls;
  const place = drag?.place?.beside === id ? drag.place.side : undefined;
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => controls.onDragStart(id, event),
    className: cn(
      'select-none',
      drag && 'cursor-grabbing',
      drag?.id === id && 'opacity-50',
      place === 'left' && 'shadow-[-2px_0_0_var(--accent)]',
      place === 'right' && 'shadow-[2px_0_0_var(--accent)]',
    ),
  };
}

/** The menu and the resize handle of a column's header. */
export function ColumnControls({
  header,
  name,
  isEnd,
  widthOf,
  onResize,
  removalOf,
  actsOf,
  ...menu
}: ColumnControlsProps) {
  const { column } = header;
  return (
    <>
      <ColumnMenu
        {...menu}
        column={column}
        name={name}
        acts={actsOf(column.id)}
        onRemove={removalOf(column.id)}
        width={() => widthOf(column.id) ?? column.getSize()}
        className={isEnd ? 'right-auto left-0' : ''}
      />
      <ResizeHandle
        header={header}
        name={name}
        onDrag={(width) => onResize(width === undefined ? undefined : { id: column.id, width })}
      />
    </>
  );
}

type ArrangedColumns = {
  root: RefObject<HTMLElement | null>;
  table: ColumnsTable;
  columns: readonly (KnownColumns[number] & { header: string; acts?: readonly ColumnAct[] })[];
  layout: TableLayout;
  onLayout: (layout: TableLayout | undefined) => void;
  /** Returns how wide a column is on the screen, in pixels. */
  measure: (id: string) => number | undefined;
  /** Shows a column at another width while its edge is dragged. */
  setResized: (column: ResizedColumn | undefined) => void;
};

/** What the controls of every column of a table have in common. */
export function useColumnControls(arranged: ArrangedColumns): Omit<ColumnControlsProps, 'header' | 'name' | 'isEnd'> {
  const { root, table, columns, layout, onLayout } = arranged;
  const { drag, startDrag } = useColumnDrag(root, table, layout);
  const shown = columnsOnScreen(table).map(({ id }) => id);
  const hidden = useRef<{ at: number }>(undefined);
  // The menu of a hidden column goes with it, so its neighbour's gets the focus.
  useEffect(() => {
    if (hidden.current === undefined) return;
    const id = shown[Math.min(hidden.current.at, shown.length - 1)];
    hidden.current = undefined;
    root.current?.querySelector<HTMLElement>(`[data-column-menu="${id}"]`)?.focus();
  });
  return {
    layout,
    missing: columns.filter(({ id }) => !shown.includes(id)),
    onHidden: (id) => {
      hidden.current = { at: shown.indexOf(id) };
    },
    onReset: writeLayout(layout, columns) === '' ? undefined : () => onLayout(undefined),
    widthOf: arranged.measure,
    onResize: arranged.setResized,
    drag,
    onDragStart: startDrag,
    actsOf: (id) => columns.find((column) => column.id === id)?.acts,
    removalOf: (id) =>
      columns.some((column) => column.id === id && column.isAdded)
        ? () => onLayout(withoutColumn(layout, id))
        : undefined,
  };
}
