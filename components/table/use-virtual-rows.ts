'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useDeferredValue, useEffect } from 'react';
import { useKnownScreen } from '@/components/ui/known-screen.tsx';
import { usePrintedRange } from '@/components/ui/use-printed-range.ts';
import { useRangeWith } from '@/components/ui/use-row-focus.ts';

type Options = {
  count: number;
  /** The height of a row in pixels. */
  height: number;
  keyOf: (index: number) => string | number;
  /** The row that stays in the page when it is scrolled out. */
  current: number | undefined;
  /** Whether the table has its width: before that, and at first after it, only rows on the screen are drawn. */
  isMeasured: boolean;
  /** How far the table is scrolled when it opens, in pixels. */
  top: number;
  onVisible: ((first: number, last: number) => void) | undefined;
};

/** Which rows of a table are drawn, and which of them are on the screen: from `first` to `last`. */
export function useVirtualRows(scroller: RefObject<HTMLElement | null>, options: Options) {
  const { count, height, keyOf, current, isMeasured, top, onVisible } = options;
  const known = useKnownScreen();
  const hasRoomBeyond = useDeferredValue(isMeasured, false); // rows that nobody sees yet are drawn piece by piece
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: keyOf,
    rangeExtractor: usePrintedRange(useRangeWith(current)),
    overscan: hasRoomBeyond ? 10 : 0,
    scrollPaddingStart: 32,
    initialRect: { width: 1280, height: known?.contentHeight ?? 960 },
    initialOffset: top,
  });
  useEffect(() => {
    if (height > 0) virtualizer.measure();
  }, [height, virtualizer]);
  const drawn = virtualizer.getVirtualItems(); // finds the range
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    onVisible?.(first, last);
  }, [onVisible, first, last]);
  /** Scrolls as far as a row needs to be on the screen. */
  const show = (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' });
  return { drawn, first, last, show };
}
