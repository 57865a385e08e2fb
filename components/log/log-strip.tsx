'use client';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { LogVolume } from '#contract';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { intervalOf, intervalOfKey, stripIntervals, volumeBars, volumeWords } from './log-volume.ts';

type Props = {
  volume: LogVolume | undefined;
  isFiltered: boolean;
  /** Id of the line that the log was opened at. */
  line: string | undefined;
  /** Shows the log at a line. */
  onJump: (line: string) => void;
};

/** Height of a strip in its own units. */
export const stripHeight = 28;

/** How much a log says over time and at which levels. A click or an arrow key leads to the lines of that time. */
export function LogStrip({ volume, isFiltered, line, onJump }: Props) {
  const { timeZone } = useTimePreferences();
  const [pointed, setPointed] = useState<number>();
  if (volume === undefined || volume.intervals.length === 0)
    return <div aria-hidden className="h-9 shrink-0 border-line border-b" />;
  const { intervals } = volume;
  const current = intervalOf(volume, line);
  const bars = volumeBars(volume, isFiltered);
  const words = (index: number) => {
    const interval = intervals[index];
    if (interval === undefined) return '';
    const time = formatAbsolute(new Date(interval.startsOn), timeZone, { milliseconds: volume.intervalInMs < 1_000 });
    return `${time.slice(11)}: ${volumeWords([interval], isFiltered)}`;
  };
  const jump = (index: number | undefined) => {
    const interval = index === undefined ? undefined : intervals[index];
    if (interval !== undefined) onJump(interval.firstMatchId ?? interval.firstId);
  };
  const at = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = ((event.clientX - left) / width) * stripIntervals;
    const distance = (index: number) => Math.abs((bars[index]?.place ?? 0) + 0.5 - place);
    return bars.reduce((nearest, _, index) => (distance(index) < distance(nearest) ? index : nearest), 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = intervalOfKey(volume, event.key, current, isFiltered);
    if (target === undefined) return;
    event.preventDefault();
    jump(target);
  };
  return (
    <div className="flex h-9 shrink-0 items-center gap-3 border-line border-b px-2">
      <div
        role="slider"
        tabIndex={0}
        aria-label="Lines over time"
        aria-valuemin={1}
        aria-valuemax={intervals.length}
        aria-valuenow={Math.max(current, 0) + 1}
        aria-valuetext={current < 0 ? volumeWords(intervals, isFiltered) : words(current)}
        className="min-w-0 flex-1 cursor-pointer rounded-xs"
        onPointerMove={(event) => setPointed(at(event))}
        onPointerLeave={() => setPointed(undefined)}
        onPointerDown={(event) => event.button === 0 && jump(at(event))}
        onKeyDown={onKeyDown}
      >
        <svg
          aria-hidden
          viewBox={`0 0 ${stripIntervals} ${stripHeight}`}
          preserveAspectRatio="none"
          className="block h-7 w-full"
        >
          {bars.map((bar, index) => (
            <Bar key={bar.place} {...bar} isCurrent={index === current} isPointed={index === pointed} />
          ))}
        </svg>
      </div>
      <p aria-hidden className="tabular hidden w-80 truncate text-muted text-xs md:block">
        {pointed === undefined
          ? `${volume.isCut ? 'Newest ' : ''}${volumeWords(intervals, isFiltered)}`
          : words(pointed)}
      </p>
    </div>
  );
}

type BarProps = ReturnType<typeof volumeBars>[number] & { isCurrent: boolean; isPointed: boolean };

/** A column of a strip. */
export function Bar({ place, error, warn, other, isHit, isCurrent, isPointed }: BarProps) {
  const drawn = stripHeight - 5; // above the bars is the place of the marks of hits
  const part = (share: number, below: number, className: string) =>
    share > 0 && (
      <rect
        x={place + 0.1}
        width={0.8}
        y={stripHeight - (below + share) * drawn}
        height={share * drawn}
        className={className}
      />
    );
  return (
    <>
      {(isCurrent || isPointed) && (
        <rect x={place} width={1} y={0} height={stripHeight} className={isCurrent ? 'fill-selected' : 'fill-hover'} />
      )}
      {part(other, error + warn, 'fill-edge')}
      {part(warn, error, 'fill-caution')}
      {part(error, 0, 'fill-danger')}
      {isHit && <rect x={place} width={1} y={0} height={3} className="fill-accent" />}
    </>
  );
}
