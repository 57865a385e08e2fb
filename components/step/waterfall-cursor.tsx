'use client';
import { useCursorTime } from '@/components/time-cursor/use-time-cursor.ts';
import type { TimeAxis } from './time-axis.ts';

/** The line of the time cursor across all rows. The readout of the cursor says the time in words. */
export function WaterfallCursor({ axis }: { axis: TimeAxis }) {
  const time = useCursorTime();
  if (time === undefined || time.at < axis.from || time.at > axis.to) return null;
  const left = axis.position(time.at) * 100;
  return (
    <span
      data-time-cursor
      className="absolute inset-y-0 w-px bg-ink"
      style={{ left: `min(${left}%, calc(100% - 1px))` }}
    />
  );
}
