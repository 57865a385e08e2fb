'use client';
import { type RefObject, useEffect, useRef } from 'react';
import type { LeftPlace } from './left-places.ts';

/** Opens a table where it was left: scrolled as far, and once the row is there, with the focus on it. */
export function useReturn(
  root: RefObject<HTMLElement | null>,
  left: LeftPlace | undefined,
  current: number | undefined,
): void {
  const isScrolled = useRef(false);
  const isFocused = useRef(false);
  useEffect(() => {
    const { current: scroller } = root;
    if (left === undefined || scroller === null) return;
    if (!isScrolled.current) {
      isScrolled.current = true;
      scroller.scrollTop = left.top;
    }
    if (isFocused.current || current === undefined) return;
    const row = scroller.querySelector<HTMLElement>(`[data-row="${current}"]`);
    if (row === null) return;
    isFocused.current = true;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  });
}
