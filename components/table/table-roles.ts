/**
 * Spread on table elements: rows are laid out by grid and placed by the virtualiser, and a `display` other than its
 * own takes a table element's meaning away in some browsers; the explicit role gives it back.
 */
export const tableRole = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;
