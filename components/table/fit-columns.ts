import type { Column } from './column.ts';

const pixelsPerRem = 16;
/** Between columns, and on either side of a row. */
export const gap = 12;

/** The least width in pixels of a CSS grid track of this project's tables: `6rem`, `minmax(12rem, 2fr)`, `320px`. */
function leastWidth(track: string): number {
  if (track.endsWith('px')) return Number.parseFloat(track);
  return Number(/([\d.]+)rem/.exec(track)?.[1] ?? 4) * pixelsPerRem;
}

/**
 * A column's `leastWidth`, with some room where its track can grow: what it holds is long, and worth more than another
 * column.
 */
export function easyWidthOf({ width, easyWidth }: Pick<Column<never>, 'width' | 'easyWidth'>): number {
  if (easyWidth !== undefined) return leastWidth(easyWidth);
  return leastWidth(width) * (width.includes('fr') ? 1.35 : 1);
}

export const selectColumnPixels = 24;

/** The least width of a whole row, in pixels. */
export function leastWidthOf(columns: readonly Pick<Column<never>, 'width'>[], isSelectable: boolean): number {
  return rowWidth(
    columns.map(({ width }) => leastWidth(width)),
    isSelectable,
  );
}

function rowWidth(widths: readonly number[], isSelectable: boolean): number {
  const tracks = [...(isSelectable ? [selectColumnPixels] : []), ...widths];
  return tracks.reduce((sum, track) => sum + track + gap, gap);
}

/** Below a width in pixels, these columns are left out. */
type DropStep = { below: number; dropped: readonly string[] };

/** Which columns are left out below which widths, by their `dropOrder`: the widest first, each with all before it. */
export function dropSteps(
  columns: readonly Pick<Column<never>, 'id' | 'width' | 'easyWidth' | 'dropOrder'>[],
  isSelectable: boolean,
): DropStep[] {
  const droppable = columns
    .filter((column) => column.dropOrder !== undefined)
    .toSorted((a, b) => (a.dropOrder ?? 0) - (b.dropOrder ?? 0));
  return droppable.map((_, place) => {
    const before = droppable.slice(0, place);
    const rest = columns.filter((column) => !before.includes(column));
    return {
      below: rowWidth(rest.map(easyWidthOf), isSelectable),
      dropped: droppable.slice(0, place + 1).map(({ id }) => id),
    };
  });
}

const none: readonly string[] = [];

/** The ids of the columns to leave out in a width; none where it is not known. */
export function columnsToDrop(steps: readonly DropStep[], available: number | undefined): readonly string[] {
  return (available !== undefined && steps.findLast(({ below }) => available < below)?.dropped) || none;
}

/** The CSS grid that every row of a table shares. */
export function gridOf(columns: readonly { width: string }[], isSelectable: boolean): string {
  return [...(isSelectable ? [`${selectColumnPixels}px`] : []), ...columns.map(({ width }) => width)].join(' ');
}
