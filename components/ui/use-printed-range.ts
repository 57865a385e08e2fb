'use client';
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback } from 'react';
import { mostPrintedRows, useIsPrinting } from './printing.ts';

/** The rows of a virtual list to draw: those of `extract`, and all, up to `mostPrintedRows`, while the page is printed. */
export function usePrintedRange(extract: (range: Range) => number[] = defaultRangeExtractor) {
  const isAll = useIsPrinting();
  return useCallback(
    (range: Range) =>
      isAll ? Array.from({ length: Math.min(range.count, mostPrintedRows) }, (_, index) => index) : extract(range),
    [isAll, extract],
  );
}
