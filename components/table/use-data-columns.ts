'use client';
import { type CSSProperties, type RefObject, useCallback, useMemo } from 'react';
import type { Column, Order } from './column.ts';
import { useColumnControls } from './column-controls.tsx';
import type { FitStep } from './first-fit.tsx';
import { columnsToDrop, dropSteps, gap, gridOf, leastWidthOf, selectColumnPixels } from './fit-columns.ts';
import { type LeftOut, useTellLeftOut } from './left-out.ts';
import { pinnedOffsets } from './pinned-cell.ts';
import { readLayout, type TableLayout } from './table-layout.ts';
import { columnsOnScreen, fixedWidths, type TableItem, useTableColumns } from './use-table-columns.ts';

type Options<Row> = {
  root: RefObject<HTMLElement | null>;
  columns: readonly Column<Row>[];
  layout: TableLayout | undefined;
  onLayout: ((layout: TableLayout | undefined) => void) | undefined;
  /** Told which columns there is no room or no place for. */
  onLeftOut: ((leftOut: LeftOut) => void) | undefined;
  /** The space for a row in pixels, where it is known. */
  width: number | undefined;
  /** Whether rows are cards: they have a fixed place for some columns, and none for the others. */
  isCard: boolean;
  isSelectable: boolean;
  items: readonly TableItem[];
  order: string | undefined;
  onOrder: ((order: Order) => void) | undefined;
  selectedIds: readonly string[];
  onSelectedIds: (ids: readonly string[]) => void;
};

/** The columns of a `DataTable` as they are laid out: which are shown, how wide, and which stay in view. */
export function useDataColumns<Row>(options: Options<Row>) {
  const { root, columns, isSelectable, isCard, width, onLayout } = options;
  const layout = useMemo(() => options.layout ?? readLayout('', columns), [options.layout, columns]);
  const steps = useMemo(() => {
    const candidates = columns
      .filter(({ id }) => layout.visibility[id] !== false)
      .map(({ id, width, easyWidth, dropOrder }) => ({
        id,
        ...(layout.sizes[id] === undefined ? { width, easyWidth } : { width: `${layout.sizes[id]}px` }),
        ...(dropOrder === undefined || layout.visibility[id] || layout.pinned.includes(id) ? {} : { dropOrder }),
      }));
    return dropSteps(candidates, isSelectable);
  }, [columns, layout, isSelectable]);
  const dropped = columnsToDrop(steps, isCard ? Number.POSITIVE_INFINITY : width);
  const placeless = isCard
    ? columns.flatMap(({ id, card }) => (card === undefined ? [[id, 'noPlace'] as const] : []))
    : [];
  useTellLeftOut(
    Object.fromEntries([...dropped.map((id) => [id, 'noRoom'] as const), ...placeless]),
    options.onLeftOut,
  );
  const measure = useCallback(
    (id: string) => root.current?.querySelector(`[data-track="${id}"]`)?.getBoundingClientRect().width,
    [root],
  );
  const change = (next: TableLayout | undefined) => onLayout?.(next);
  const { table, setResized } = useTableColumns({
    ...options,
    layout,
    onLayout: change,
    dropped,
    measure,
  });

  const shownIds = columnsOnScreen(table)
    .map(({ id }) => id)
    .join();
  const shown = useMemo(
    () => shownIds.split(',').flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [columns, shownIds],
  );
  const fixed = fixedWidths(table);
  const tracks = shown.map(({ id, width: track }) => ({ id, width: fixed.has(id) ? `${fixed.get(id)}px` : track }));
  const styleOf = (some: typeof tracks) => ({
    '--columns': gridOf(some, isSelectable),
    '--least': `${leastWidthOf(some, isSelectable)}px`,
  });
  const fit: FitStep[] = steps.map(({ below, dropped: left }) => ({
    below,
    hidden: tracks.flatMap(({ id }, place) => (left.includes(id) ? [place + (isSelectable ? 2 : 1)] : [])),
    style: styleOf(tracks.filter(({ id }) => !left.includes(id))),
  }));
  const pinned = table.getStartVisibleLeafColumns().map(({ id }) => fixed.get(id) ?? 0);
  const controls = useColumnControls({ root, table, columns, layout, onLayout: change, measure, setResized });
  const style: CSSProperties & Record<`--${string}`, string> = {
    ...styleOf(tracks),
    ...pinnedOffsets(pinned, isSelectable ? selectColumnPixels + gap : 0, gap),
  };
  // What gets the focus is scrolled to where no pinned column covers it.
  const scrollPaddingLeft = pinned.reduce(
    (sum, width) => sum + width + gap,
    pinned.length > 0 && isSelectable ? selectColumnPixels + gap : 0,
  );
  return { table, shown, scrollPaddingLeft, pinnedCount: pinned.length, controls: onLayout && controls, style, fit };
}
