'use client';
import { type CSSProperties, type ReactNode, type RefObject, useCallback, useMemo } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { useColumnControls } from './column-controls.tsx';
import { columnsToDrop, dropSteps } from './fit-columns.ts';
import { type LeftOut, useTellLeftOut } from './left-out.ts';
import { pinnedLeft, pinnedOffsets } from './pinned-cell.ts';
import type { TableLayout } from './table-layout.ts';
import { fixedWidths, useTableColumns } from './use-table-columns.ts';

export type PlainColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  /** The least width of it in rem. What is left over goes to all columns in the same proportion. */
  width: number;
  /** Left out where the table is too narrow, the lowest first, and on a card, unless it was chosen to be shown. */
  dropOrder?: number;
  className?: string;
};

const pixelsPerRem = 16;

type Options<Row> = {
  root: RefObject<HTMLElement | null>;
  columns: readonly PlainColumn<Row>[];
  layout: TableLayout;
  onLayout: (layout: TableLayout | undefined) => void;
  onLeftOut: ((leftOut: LeftOut) => void) | undefined;
  isCard: boolean;
  /** The space for a row in pixels, where it is known. */
  available: number | undefined;
};

/** The columns of a `PlainTable` as they are laid out: which are shown, how wide, and which stay in view. */
export function usePlainColumns<Row>(options: Options<Row>) {
  const { root, columns, layout, onLayout, isCard, available } = options;
  const tracks = useMemo(
    () =>
      columns.map(({ id, width, dropOrder }) => ({
        id,
        width: layout.sizes[id] === undefined ? `${width}rem` : `${layout.sizes[id]}px`,
        ...(dropOrder === undefined || layout.visibility[id] || layout.pinned.includes(id) ? {} : { dropOrder }),
      })),
    [columns, layout],
  );
  const steps = useMemo(
    () =>
      dropSteps(
        tracks.filter(({ id }) => layout.visibility[id] !== false),
        false,
      ),
    [tracks, layout],
  );
  // a card leaves out all that can be left out
  const dropped = columnsToDrop(steps, isCard ? 0 : available);
  useTellLeftOut(Object.fromEntries(dropped.map((id) => [id, 'noRoom'] as const)), options.onLeftOut);
  const measure = useCallback(
    (id: string) => root.current?.querySelector(`[data-track="${id}"]`)?.getBoundingClientRect().width,
    [root],
  );
  const { table, setResized } = useTableColumns({ columns: tracks, layout, onLayout, dropped, measure });
  const controls = useColumnControls({ root, table, columns, layout, onLayout, measure, setResized });

  const headers = table.getFlatHeaders().flatMap((header) => {
    const column = columns.find(({ id }) => id === header.column.id);
    return column === undefined ? [] : [{ header, column }];
  });
  const fixed = fixedWidths(table);
  const leastOf = (left: readonly string[]): Record<`--${string}`, string> => ({
    '--least': `${headers.reduce((sum, { column: { id, width } }) => sum + (left.includes(id) ? 0 : (fixed.get(id) ?? width * pixelsPerRem)), 0)}px`,
  });
  const fit = steps.map(({ below, dropped: left }) => ({
    below,
    hidden: headers.flatMap(({ column }, place) => (left.includes(column.id) ? [place + 1] : [])),
    style: leastOf(left),
  }));
  const pinned = table.getStartVisibleLeafColumns().map(({ id }) => fixed.get(id) ?? 0);
  const cellOf = ({ id, align, dropOrder, width: track }: PlainColumn<Row>, place: number) => {
    const width = fixed.get(id);
    const isPinned = place < pinned.length;
    const style: CSSProperties & Record<`--${string}`, string> = {
      '--width': width === undefined ? `${track}rem` : `${width}px`,
      ...(isPinned ? { '--left': pinnedLeft(place) } : {}),
    };
    return {
      style,
      className: cn(
        align === 'end' && 'sm:text-right sm:tabular-nums',
        dropOrder !== undefined && !layout.visibility[id] && 'max-sm:hidden',
        'sm:w-(--width)',
        width !== undefined && 'sm:min-w-(--width) sm:max-w-(--width)',
        isPinned && 'sm:sticky sm:left-(--left) sm:z-3 sm:bg-surface',
      ),
    };
  };
  const style = { ...pinnedOffsets(pinned, 0, 0), ...leastOf([]) };
  return { headers, cellOf, controls, fit, style, areAllFixed: fixed.size === headers.length };
}
