'use client';
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { isWholePage } from './page-focus.ts';

/**
 * Gives the focus to a row (`data-row`) of a virtual list by its index: at once, or as soon as it is in the page, because
 * a row that was scrolled to is drawn a moment later. Given up when the focus goes somewhere else meanwhile.
 */
export function useRowFocus(root: RefObject<HTMLElement | null>) {
  const wanted = useRef<{ index: number; from: Element | null }>(undefined);
  const give = useCallback(() => {
    if (wanted.current === undefined) return;
    const { index, from } = wanted.current;
    const { activeElement } = document;
    const isElsewhere = activeElement !== from && !isWholePage(activeElement);
    const row = root.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    if (!isElsewhere && row == null) return;
    wanted.current = undefined;
    if (!isElsewhere) row?.focus({ preventScroll: true });
  }, [root]);
  useEffect(give);
  const focus = useCallback(
    (index: number) => {
      wanted.current = { index, from: document.activeElement };
      give();
    },
    [give],
  );
  /** Whether a row is about to have the focus: keys are for the table already. */
  const isComing = useCallback(() => wanted.current !== undefined, []);
  return { focus, isComing };
}

/** The rows of a virtual list to draw: a row stays in the page when it is scrolled out, so that its focus is never lost. */
export function useRangeWith(kept: number | undefined): (range: Range) => number[] {
  return useCallback(
    (range: Range) => {
      const visible = defaultRangeExtractor(range);
      return kept === undefined || kept >= range.count || visible.includes(kept)
        ? visible
        : [...visible, kept].sort((a, b) => a - b);
    },
    [kept],
  );
}
