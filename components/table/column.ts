import type { ReactNode } from 'react';

/** A column of a `DataTable`. */
export type Column<Row> = {
  id: string;
  header: string;
  /** A CSS grid track, such as `minmax(12rem, 2fr)` or `6rem`. */
  width: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  /** The field to sort by, where its order is indexed. */
  sortBy?: string;
  /** Why it cannot be sorted by, for its header's tooltip. */
  unsortable?: string;
  /** Its place on the two-line card that a row becomes at phone width; without one it is left out there. */
  card?: CardPlace;
  /** What else can be done with it, in its menu. */
  acts?: readonly ColumnAct[];
  /** Added by the operator: it is shown whatever the space, and can be removed. */
  isAdded?: true;
  /** What it gets before columns of a lower `dropOrder` are shown, such as `14rem`; without it, a third more than its least. */
  easyWidth?: string | undefined;
  /** Left out where the table is too narrow, the lowest first; without it, always shown. */
  dropOrder?: number;
};

/** Something that can be done with a column. `disabledReason`: why not now. */
export type ColumnAct = { label: string; disabledReason?: string | undefined; onSelect: () => void };

export type CardPlace = 'title' | 'end' | 'detail' | 'detailEnd';

/** An order as the service writes it: `createdOn desc`. */
export type Order = `${string} ${'asc' | 'desc'}`;
