/** The selected rows by id, kept with their data so that rows scrolled out of memory stay selected. */
export type Selection<Row> = ReadonlyMap<string, Row>;

export const nothingSelected: Selection<never> = new Map<string, never>();

type Identified<Row> = { rows: readonly (Row | undefined)[]; rowId: (row: Row) => string };

/** A selection with one row added or, where it was in it, taken out. */
export function toggleRow<Row>(selection: Selection<Row>, id: string, row: Row): Selection<Row> {
  const next = new Map(selection);
  if (!next.delete(id)) next.set(id, row);
  return next;
}

/** A selection with every loaded row from one index to another, in either direction. */
export function selectRange<Row>(
  selection: Selection<Row>,
  { rows, rowId }: Identified<Row>,
  from: number,
  to: number,
): Selection<Row> {
  const next = new Map(selection);
  for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (row !== undefined) next.set(rowId(row), row);
  return next;
}

/** How many of the loaded rows are selected, as the header's checkbox shows it. */
export function headerState<Row>(selection: Selection<Row>, { rows, rowId }: Identified<Row>): 'none' | 'some' | 'all' {
  if (selection.size === 0) return 'none';
  const loaded = rows.filter((row) => row !== undefined);
  return loaded.length > 0 && loaded.every((row) => selection.has(rowId(row))) ? 'all' : 'some';
}

/** The same selection with newer data of rows that changed; the same object where none did. */
export function refreshSelection<Row>(selection: Selection<Row>, { rows, rowId }: Identified<Row>): Selection<Row> {
  const changed = rows.filter((row) => {
    if (row === undefined) return false;
    const known = selection.get(rowId(row));
    return known !== undefined && known !== row;
  });
  if (changed.length === 0) return selection;
  const next = new Map(selection);
  for (const row of changed) if (row !== undefined) next.set(rowId(row), row);
  return next;
}
