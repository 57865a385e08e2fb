'use client';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** What a laptop's screen leaves beside the navigation: the server's guess where nobody told it. */
const assumedWidth = 1_216;
/** A width is told once the window is no longer dragged. */
const settledInMs = 300;

/** How wide an element was at the last visit or is likely to be, and what remembers it. All widths are pixels. */
export type KnownWidth = { width: number | undefined; onWidth?: (width: number) => void };

/** An element's width in pixels, kept up to date. Before it is measured, the one that is known. */
export function useWidth(element: RefObject<HTMLElement | null>, known?: KnownWidth): number {
  const [width, setWidth] = useState(known?.width ?? assumedWidth);
  const tell = useEffectEvent((settled: number) => known?.onWidth?.(Math.round(settled)));
  useEffect(() => {
    const { current } = element;
    if (!current || typeof ResizeObserver === 'undefined') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      setWidth(entry.contentRect.width);
      clearTimeout(timer);
      timer = setTimeout(() => tell(entry.contentRect.width), settledInMs);
    });
    observer.observe(current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element]);
  return width;
}
