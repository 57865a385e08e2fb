import {
  type ColumnDef,
  columnVisibilityFeature,
  metaHelper,
  type RowData,
  tableFeatures,
} from '@tanstack/react-table';
import type { Column } from './column.ts';
import { selectColumnPixels } from './fit-columns.ts';

type Meta = Pick<Column<never>, 'width' | 'align' | 'sortBy' | 'unsortable' | 'card'>;

/** What this project's tables need of the table library. */
export const features = tableFeatures({ columnVisibilityFeature, columnMeta: metaHelper<Meta>() });

export type TableFeatureSet = typeof features;

/** The library's definitions of a table's columns. */
export function toColumnDefs<Row extends RowData>(columns: readonly Column<Row>[]): ColumnDef<TableFeatureSet, Row>[] {
  return columns.map(({ id, header, cell, ...meta }) => ({
    id,
    header,
    cell: ({ row }) => cell(row.original),
    meta,
  }));
}

/** The CSS grid that every row of a table shares. */
export function gridOf(columns: readonly { width: string }[], isSelectable: boolean): string {
  return [...(isSelectable ? [`${selectColumnPixels}px`] : []), ...columns.map(({ width }) => width)].join(' ');
}
