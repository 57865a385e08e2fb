'use client';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { LogSearchVolume } from '#contract';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { Bar, stripHeight } from './log-strip.tsx';
import { volumeBars, volumeWords } from './log-volume.ts';
import { placesOf, type RangeSelection, selectionOfKey } from './range-selection.ts';

type Props = {
  volume: LogSearchVolume | undefined;
  /** Whether the filter has a text or a field, which the volume does not count by. */
  isOfAnyText: boolean;
  /** Narrows the logs to a range of time, in milliseconds since 1970. */
  onRange: (from: number, until: number) => void;
};

/** How much all logs say over time. Dragging over it, or arrow keys with Shift and then Enter, choose a range of time. */
export function LogRangeStrip({ volume, isOfAnyText, onRange }: Props) {
  const { timeZone } = useTimePreferences();
  const [selection, setSelection] = useState<RangeSelection>();
  const [isDragging, setDragging] = useState(false);
  if (volume === undefined || volume.intervals.length === 0)
    return <div aria-hidden className="h-9 shrink-0 border-line border-b" />;
  const { intervals, intervalInMs } = volume;
  const bars = volumeBars(volume, false);
  const start = Date.parse(volume.from);
  const time = (place: number) => formatAbsolute(new Date(start + place * intervalInMs), timeZone);
  const chosen = selection === undefined ? undefined : placesOf(selection);
  const words = () => {
    const { first, last } = chosen ?? { first: 0, last: intervals.length - 1 };
    const about = volume.isEstimated ? 'about ' : '';
    const end = time(last + 1);
    const until = end.slice(0, 10) === time(first).slice(0, 10) ? end.slice(11) : end;
    const lines = volumeWords(intervals.slice(first, last + 1), false) || 'no lines';
    return `${time(first)} to ${until}: ${about}${lines}${isOfAnyText ? ' of any text' : ''}`;
  };
  const narrow = ({ first, last }: { first: number; last: number }) => {
    setSelection(undefined);
    onRange(start + first * intervalInMs, start + (last + 1) * intervalInMs);
  };
  const at = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / width) * intervals.length);
    return Math.min(Math.max(place, 0), intervals.length - 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && chosen !== undefined) narrow(chosen);
    else if (event.key === 'Escape' && selection !== undefined) setSelection(undefined);
    else {
      const next = selectionOfKey(event.key, event.shiftKey, selection, intervals.length);
      if (next === undefined) return;
      setSelection(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="flex h-9 shrink-0 items-center gap-3 border-line border-b px-2">
      <div
        role="slider"
        tabIndex={0}
        aria-label="Range of time"
        aria-valuemin={1}
        aria-valuemax={intervals.length}
        aria-valuenow={(selection?.head ?? 0) + 1}
        aria-valuetext={words()}
        className="min-w-0 flex-1 cursor-crosshair touch-none rounded-xs"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
          setSelection({ anchor: at(event), head: at(event) });
        }}
        onPointerMove={(event) => {
          const head = at(event);
          if (!isDragging) setSelection({ anchor: head, head });
          else if (selection !== undefined) setSelection({ ...selection, head });
        }}
        onPointerUp={() => {
          setDragging(false);
          if (isDragging && chosen !== undefined) narrow(chosen);
        }}
        onPointerCancel={() => setDragging(false)}
        onPointerLeave={() => !isDragging && setSelection(undefined)}
        onBlur={() => setSelection(undefined)}
        onKeyDown={onKeyDown}
      >
        <svg
          aria-hidden
          viewBox={`0 0 ${intervals.length} ${stripHeight}`}
          preserveAspectRatio="none"
          className="block h-7 w-full"
        >
          {chosen !== undefined && (
            <rect
              x={chosen.first}
              width={chosen.last - chosen.first + 1}
              y={0}
              height={stripHeight}
              className="fill-selected"
            />
          )}
          {bars.map((bar) => (
            <Bar key={bar.place} {...bar} isCurrent={false} isPointed={false} />
          ))}
        </svg>
      </div>
      <p aria-hidden className="tabular hidden w-104 truncate text-muted text-xs md:block xl:w-128">
        {words()}
      </p>
    </div>
  );
}
