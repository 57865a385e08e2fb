'use client';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** An element's inner width in pixels, kept up to date; `undefined` until it is measured, which is before it is painted. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    setWidth(current.clientWidth);
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
