/** Spread on table elements that are laid out by grid: gives back, and refines, the meaning that `display` takes. */
export const treeRole = {
  grid: { role: 'treegrid' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'gridcell' },
} as const;
