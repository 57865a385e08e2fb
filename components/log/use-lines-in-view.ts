'use client';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useTimeCursor } from '@/components/time-cursor/use-time-cursor.ts';

type List = { scrollToIndex: (row: number, options: { align: 'center' }) => void };

/** Brings a line into view, once for each id. Returns whether that is still to be done. */
export function useLineInView(list: List, id: string | undefined, row: number | undefined): () => boolean {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (row === undefined || shown.current === id) return;
    const frame = requestAnimationFrame(() => {
      shown.current = id;
      list.scrollToIndex(row, { align: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [row, id, list]);
  return useCallback(() => row !== undefined && shown.current !== id, [row, id]);
}

/** When the first lines are there, brings the one at the time cursor into view, which was set in another view. */
export function useStartAtCursor(list: List, hasLines: boolean, rowAt: (time: number) => number | undefined): void {
  const cursor = useTimeCursor();
  const isPlaced = useRef(false);
  const find = useEffectEvent(rowAt);
  useEffect(() => {
    if (isPlaced.current || !hasLines) return;
    isPlaced.current = true;
    const time = cursor.get();
    const row = time && find(time.at);
    if (row !== undefined) list.scrollToIndex(row, { align: 'center' });
  }, [cursor, hasLines, list]);
}
