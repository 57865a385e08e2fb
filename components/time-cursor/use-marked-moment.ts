'use client';
import { type RefObject, useEffect, useMemo } from 'react';
import { inTime, type Moment, nearestMoment } from './nearest-moment.ts';
import { useTimeCursor } from './use-time-cursor.ts';

/** What an element that stands for a moment carries: it marks the moment when it is pointed at, and is marked. */
export function momentProps(id: string, time: string) {
  return { 'data-moment': id, 'data-at': time };
}

/** How the element of the moment at the cursor is drawn. */
export const atCursor = 'data-at-cursor:bg-selected data-at-cursor:shadow-[inset_3px_0_0_var(--accent)]';

/**
 * Marks the element of the moment nearest to the cursor with `data-at-cursor`. `moments`: all of the list, also those
 * without an element now. `isKnown`: whether the moment nearest to a time is among them; otherwise none is marked. The mark is an attribute that React does not know, so that a move of the pointer costs two
 * changes of the page and no rendering.
 */
export function useMarkedMoment(
  container: RefObject<HTMLElement | null>,
  moments: readonly Moment[],
  isKnown?: (at: number) => boolean,
): void {
  const cursor = useTimeCursor();
  const sorted = useMemo(() => inTime(moments), [moments]);
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const mark = () => {
      const time = cursor.get();
      const nearest = time && (isKnown?.(time.at) ?? true) ? nearestMoment(sorted, time.at) : undefined;
      const next = nearest && element.querySelector(`[data-moment="${CSS.escape(nearest.id)}"]`);
      for (const marked of element.querySelectorAll('[data-at-cursor]'))
        if (marked !== next) marked.removeAttribute('data-at-cursor');
      next?.setAttribute('data-at-cursor', '');
    };
    mark();
    const rows = new MutationObserver(mark); // rows come and go while a list is scrolled
    rows.observe(element, { childList: true, subtree: true });
    const end = cursor.subscribe(mark);
    return () => {
      rows.disconnect();
      end();
    };
  }, [container, cursor, sorted, isKnown]);
}
