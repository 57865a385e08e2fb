'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { usePrintedRange } from '@/components/ui/use-printed-range.ts';
import { useRangeWith, useRowFocus } from '@/components/ui/use-row-focus.ts';
import { keyOf, selectableRow } from './tree-moves.ts';
import type { WaterfallRow } from './waterfall.model.ts';

/** In pixels, as the rows are placed: with larger text they keep it, and do not lie over each other. */
const rowHeight = 32;

type Options = {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly WaterfallRow[];
  /** The selected step; `undefined` while the run itself is. */
  selected: number | undefined;
  onSelect: (sequence: number | undefined) => void;
};

/** The virtual list of the rows of a run, and the current one among them, which is brought into view. */
export function useCurrentRow({ scroller, rows, selected, onSelect }: Options) {
  const indexBySequence = useMemo(
    () => new Map(rows.flatMap((row, index) => (row.kind === 'step' ? [[row.step.sequence, index] as const] : []))),
    [rows],
  );
  const current = selected === undefined ? 0 : (indexBySequence.get(selected) ?? 0);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index]),
    rangeExtractor: usePrintedRange(useRangeWith(current)),
    overscan: 10,
    scrollPaddingStart: rowHeight,
    initialRect: { width: 900, height: 600 },
  });
  const rowFocus = useRowFocus(scroller);
  const show = (index: number, isFocusing: boolean) => {
    virtualizer.scrollToIndex(index, { align: 'auto' });
    if (isFocusing) rowFocus.focus(index);
  };
  // a link can name a step far down
  const isPlaced = useRef(false);
  useEffect(() => {
    if (isPlaced.current || current === 0) return;
    isPlaced.current = true;
    virtualizer.scrollToIndex(current, { align: 'center' });
  }, [current, virtualizer]);
  return {
    virtualizer,
    current,
    /** Selects the row at or beyond a place that can be selected. */
    move: (to: number, isFocusing: boolean) => {
      const index = selectableRow(rows, to, current);
      const row = rows[index];
      onSelect(row?.kind === 'step' ? row.step.sequence : undefined);
      show(index, isFocusing);
    },
    /** Gives the focus to the current row. */
    focus: () => show(current, true),
  };
}
