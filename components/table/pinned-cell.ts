import type { CSSProperties } from 'react';

/**
 * Class and style of a `DataTable`'s cell at a place among the shown ones; `select` is the checkbox before them. A
 * pinned cell stays in view while its row scrolls sideways, and covers the gap before it.
 */
export function pinnedCell(
  place: number | 'select',
  pinnedCount: number,
): { className: string; style?: CSSProperties } {
  if (pinnedCount === 0 || (place !== 'select' && place >= pinnedCount)) return { className: '' };
  return {
    className: 'sm:sticky sm:z-3 sm:-ml-3 sm:content-center sm:self-stretch sm:bg-inherit sm:pl-3',
    style: { left: place === 'select' ? 0 : pinnedLeft(place) },
  };
}

/** Where the pinned column at a place stays, as `pinnedOffsets` of its table says. */
export function pinnedLeft(place: number): string {
  return `var(--pinned-${place})`;
}

/** Custom properties that say where each pinned column stays. All lengths are pixels. */
export function pinnedOffsets(
  widths: readonly number[],
  before: number,
  gap: number,
): Record<`--pinned-${number}`, string> {
  return Object.fromEntries(
    widths.map((_, place) => {
      const left = widths.slice(0, place).reduce((sum, width) => sum + width + gap, before);
      return [`--pinned-${place}`, `${left}px`];
    }),
  );
}
