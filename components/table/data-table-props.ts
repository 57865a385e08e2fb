import type { ReactNode } from 'react';
import type { Column, Order } from './column.ts';
import type { LeftOut } from './left-out.ts';
import type { Selection } from './selection.ts';
import type { TableLayout } from './table-layout.ts';

/** What a table shows, and what is done with its rows. */
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
  onOpen?: (row: Row, how: { isNewTab: boolean }) => void;
  /** Called before a row or a link in it opens another page in this tab. `top`: how far the table is scrolled, in pixels. */
  onLeave?: (row: Row, top: number) => void;
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
