import type { PointerEvent, RefObject } from 'react';
import { useTimeCursor } from '@/components/time-cursor/use-time-cursor.ts';
import { type TimeAxis, timeAt } from './time-axis.ts';

/** How far an arrow key moves the cursor, as a share of the axis. */
const keyShare = 0.01;

/** Sets the time cursor from the waterfall: where the pointer is in the time column, by the left and right arrow, by a step. */
export function useWaterfallCursor(axis: TimeAxis, timeColumn: RefObject<HTMLElement | null>) {
  const cursor = useTimeCursor();
  return {
    onPointerMove: ({ clientX, movementX, movementY }: PointerEvent) => {
      if (movementX === 0 && movementY === 0) return; // the page moved below a pointer that is still
      const box = timeColumn.current?.getBoundingClientRect();
      if (box === undefined || clientX < box.left || clientX > box.right) return;
      cursor.set({ at: timeAt(axis, (clientX - box.left) / box.width), by: 'pointer' });
    },
    /** Returns whether the key moved the cursor. */
    onKey: (key: string): boolean => {
      const by = { ArrowLeft: -keyShare, ArrowRight: keyShare }[key];
      if (by === undefined) return false;
      const share = axis.position(cursor.get()?.at ?? axis.from) + by;
      cursor.set({ at: timeAt(axis, Math.min(1, Math.max(0, share))), by: 'keyboard' });
      return true;
    },
    /** A step got the focus: the cursor points at its start. */
    set: (at: number) => cursor.set({ at, by: 'keyboard' }),
  };
}
