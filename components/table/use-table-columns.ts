'use client';
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  type ReactTable,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Column, Order } from './column.ts';
import { easyWidthOf } from './fit-columns.ts';
import { clampWidth, columnWidths, namingColumn, type TableLayout } from './table-layout.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

/** A row as the columns and the selection need it: what it shows is up to the cells. */
export type TableItem = { id: string; isLoaded: boolean };

/** The state of a table's columns and selected rows. */
export type ColumnsTable = ReactTable<typeof features, TableItem>;

/** A column with the state that an operator gave it. */
export type ColumnState = ReturnType<ColumnsTable['getVisibleLeafColumns']>[number];

/** A column's header. */
export type ColumnHeader = ReturnType<ColumnsTable['getLeafHeaders']>[number];

/** A column whose edge is dragged, and how wide it is so far, in pixels. */
export type ResizedColumn = { id: string; width: number };

type Options = {
  columns: readonly Pick<Column<never>, 'id' | 'width' | 'card' | 'sortBy'>[];
  layout: TableLayout;
  onLayout: (layout: TableLayout) => void;
  /** Ids of the columns that there is no room for. */
  dropped: readonly string[];
  /** Returns how wide a column is on the screen, in pixels. */
  measure: (id: string) => number | undefined;
  items?: readonly TableItem[];
  order?: string | undefined;
  onOrder?: ((order: Order) => void) | undefined;
  selectedIds?: readonly string[];
  onSelectedIds?: ((ids: readonly string[]) => void) | undefined;
};

const noItems: readonly TableItem[] = [];
const noIds: readonly string[] = [];

/** Columns and row selection of a table, controlled by its layout, its order and the selected ids. */
export function useTableColumns(options: Options) {
  const { columns, layout, onLayout, dropped, items = noItems, order, selectedIds = noIds } = options;
  const naming = namingColumn(columns);
  const columnDefs = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        // The service sorts: the accessor only makes the column sortable.
        ...(column.sortBy === undefined ? {} : { accessorFn: () => null }),
        size: clampWidth(easyWidthOf(column)),
        minSize: columnWidths.minimum,
        maxSize: columnWidths.maximum,
        enableHiding: column.id !== naming,
      })),
    [columns, naming],
  );
  const [resized, setResized] = useState<ResizedColumn>();
  const state = useMemo(
    () => ({
      columnOrder: [...layout.order],
      columnSizing: { ...layout.sizes, ...(resized && { [resized.id]: clampWidth(resized.width) }) },
      columnPinning: { start: layout.order.filter((id) => layout.pinned.includes(id)), end: [] },
      columnVisibility: { ...Object.fromEntries(dropped.map((id) => [id, false])), ...layout.visibility },
    }),
    [layout, resized, dropped],
  );
  const sorting = useMemo(() => columns.flatMap(({ id, sortBy }) => sortingOf(id, sortBy, order)), [columns, order]);
  const rowSelection = useMemo(() => Object.fromEntries(selectedIds.map((id) => [id, true as const])), [selectedIds]);
  const table = useTable({
    features,
    columns: columnDefs,
    data: items,
    getRowId: ({ id }) => id,
    state: { ...state, sorting, rowSelection },
    enableRowSelection: ({ original }) => original.isLoaded,
    isRowRangeSelectionEvent: (event) => event instanceof Object && 'shiftKey' in event && event.shiftKey === true,
    onRowSelectionChange: (updater) => options.onSelectedIds?.(Object.keys(functionalUpdate(updater, rowSelection))),
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: true,
    onSortingChange: (updater) => {
      const [next] = functionalUpdate(updater, sorting);
      const field = columns.find(({ id }) => id === next?.id)?.sortBy;
      if (next && field !== undefined) options.onOrder?.(`${field} ${next.desc ? 'desc' : 'asc'}`);
    },
    onColumnOrderChange: (updater) => onLayout({ ...layout, order: functionalUpdate(updater, state.columnOrder) }),
    onColumnVisibilityChange: (updater) => {
      const next = functionalUpdate(updater, state.columnVisibility);
      const changed = Object.entries(next).filter(([id, isShown]) => state.columnVisibility[id] !== isShown);
      onLayout({ ...layout, visibility: { ...layout.visibility, ...Object.fromEntries(changed) } });
    },
    onColumnPinningChange: (updater) => {
      const { start } = functionalUpdate(updater, state.columnPinning);
      // Where the pinned columns lie is computed from their widths, so they get the ones that they have.
      const measured = start.flatMap((id) => (id in layout.sizes ? [] : sizeEntry(id, options.measure(id))));
      onLayout({ ...layout, pinned: start, sizes: { ...layout.sizes, ...Object.fromEntries(measured) } });
    },
    onColumnSizingChange: (updater) => {
      const sizes = Object.entries(functionalUpdate(updater, { ...layout.sizes }));
      onLayout({ ...layout, sizes: Object.fromEntries(sizes.flatMap(([id, size]) => sizeEntry(id, size))) });
    },
  });
  return { table, setResized };
}

function sizeEntry(id: string, width: number | undefined): [string, number][] {
  return width === undefined ? [] : [[id, clampWidth(width)]];
}

function sortingOf(id: string, sortBy: string | undefined, order: string | undefined) {
  if (sortBy === undefined || (order !== `${sortBy} asc` && order !== `${sortBy} desc`)) return [];
  return [{ id, desc: order.endsWith(' desc') }];
}

/** The shown columns as they stand on the screen: the pinned ones first. */
export function columnsOnScreen(
  table: Pick<ColumnsTable, 'getStartVisibleLeafColumns' | 'getCenterVisibleLeafColumns'>,
): readonly ColumnState[] {
  return [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()];
}

/** A column's width in pixels where it has one: given by the operator, being dragged, or pinned. */
export function fixedWidths(table: ColumnsTable): ReadonlyMap<string, number> {
  const { columnSizing } = table.state;
  return new Map(
    table
      .getVisibleLeafColumns()
      .flatMap((column) =>
        column.id in columnSizing || column.getIsPinned() ? [[column.id, column.getSize()] as const] : [],
      ),
  );
}
