/** The selected rows by id, kept with their data so that rows scrolled out of memory stay selected. */
export type Selection<Row> = ReadonlyMap<string, Row>;

export const nothingSelected: Selection<never> = new Map<string, never>();

type Identified<Row> = { rows: readonly (Row | undefined)[]; rowId: (row: Row) => string };

/** The selection of these ids, with the data of rows that are loaded or were selected before. */
export function selectionOf<Row>(
  ids: readonly string[],
  before: Selection<Row>,
  { rows, rowId }: Identified<Row>,
): Selection<Row> {
  const added = new Set(ids.filter((id) => !before.has(id)));
  const loaded = new Map(
    added.size === 0
      ? []
      : rows.flatMap((row) => (row !== undefined && added.has(rowId(row)) ? [[rowId(row), row] as const] : [])),
  );
  return new Map(
    ids.flatMap((id) => {
      const row = loaded.get(id) ?? before.get(id);
      return row === undefined ? [] : [[id, row] as const];
    }),
  );
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
