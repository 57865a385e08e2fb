'use client';
import { type RefObject, useEffect, useState } from 'react';

/** What a laptop's screen leaves beside the navigation: the server's guess, so that little moves when it is measured. */
const assumedWidth = 1_216;

/** An element's width in pixels, kept up to date; `assumed` until it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>, assumed = assumedWidth): number {
  const [width, setWidth] = useState(assumed);
  useEffect(() => {
    const { current } = element;
    if (!current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
