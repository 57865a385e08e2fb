'use client';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import type { Timeline } from '#contract';
import { formatAbsolute, formatAxisTime, hasRepeatedTimes } from '@/components/ui/time-format.ts';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { LaneTrack } from './lane-track.tsx';
import { keyOf, laneViews, neighbour, type Span, type TimelineRun } from './timeline.model.ts';

type TimelineLanesProps = {
  timeline: Timeline;
  now: number;
  /** What the lanes are: workers or queues. */
  label: string;
  /** Called with a time that was drawn with the pointer. */
  onZoom: (span: Span) => void;
};

const ticks = { usual: [0, 0.25, 0.5, 0.75], long: [0, 0.5] };

/** Runs as bars in lanes. Arrow keys move between bars, Home and End to the ends of a lane, Enter opens a run, and a time is drawn with the pointer. */
export function TimelineLanes({ timeline, now, label, onZoom }: TimelineLanesProps) {
  const { timeZone } = useTimePreferences();
  const lanes = useMemo(() => laneViews(timeline, now), [timeline, now]);
  const [current, setCurrent] = useState<TimelineRun>();
  const area = useRef<HTMLUListElement>(null);
  const span = { from: Date.parse(timeline.from), to: Date.parse(timeline.to) };
  const timeAt = (share: number) => span.from + share * (span.to - span.from);
  const [drawn, setDrawn] = useState<{ start: number; end: number }>();
  const [cursor, setCursor] = useState<number>();
  const format = (time: number) => formatAbsolute(new Date(time), timeZone);
  const known = lanes.some(({ bars }) => bars.some(({ run }) => isSame(run, current))) ? current : undefined;
  const entry = known ?? neighbour(lanes, 'Home', undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    const isMove = event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End';
    if (!isMove || event.altKey || event.ctrlKey || event.metaKey) return;
    const present = lanes.flatMap(({ bars }) => bars).find(({ run }) => isSame(run, entry))?.run;
    const next = neighbour(lanes, event.key, present);
    event.preventDefault();
    if (next === undefined) return;
    setCurrent(next);
    area.current?.querySelector<HTMLElement>(`[data-run="${CSS.escape(keyOf(next))}"]`)?.focus();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const share = shareOf(event);
    setCursor(share);
    setDrawn((present) => (present && share !== undefined ? { ...present, end: share } : present));
  };
  const onPointerUp = () => {
    setDrawn(undefined);
    if (drawn === undefined || Math.abs(drawn.end - drawn.start) < 0.01) return;
    onZoom({ from: timeAt(Math.min(drawn.start, drawn.end)), to: timeAt(Math.max(drawn.start, drawn.end)) });
  };
  const overlay: ReactNode = (
    <>
      {cursor !== undefined && <Mark at={cursor} className="w-px bg-ink/60" />}
      {drawn && (
        <Mark
          at={Math.min(drawn.start, drawn.end)}
          width={Math.abs(drawn.end - drawn.start)}
          className="border-ink border-x bg-ink/10"
        />
      )}
    </>
  );
  return (
    <div className="min-w-0">
      <ul
        ref={area}
        aria-label={label}
        className="divide-y divide-line border-line border-y"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          const share = shareOf(event);
          if (event.button === 0 && share !== undefined) setDrawn({ start: share, end: share });
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerLeave={() => {
          setCursor(undefined);
          setDrawn(undefined);
        }}
      >
        {lanes.map((lane) => (
          <LaneTrack
            key={lane.name}
            lane={lane}
            now={now}
            formatTime={(time) => format(Date.parse(time))}
            isCurrent={(run) => isSame(run, entry)}
            onFocus={setCurrent}
            overlay={overlay}
          />
        ))}
      </ul>
      <div aria-hidden className="relative ml-0 h-5 overflow-hidden text-faint text-xs sm:ml-48">
        {ticks[hasRepeatedTimes(span.from, span.to, timeZone) ? 'long' : 'usual'].map((share) => (
          <span key={share} className="tabular absolute top-0.5 pl-0.5" style={{ left: `${share * 100}%` }}>
            {tickText(new Date(timeAt(share)), span, timeZone)}
          </span>
        ))}
      </div>
      <p className="tabular h-5 px-3 text-muted text-xs">
        {cursor === undefined
          ? 'Draw a time to zoom into it. Arrow keys, Home and End move between runs.'
          : format(timeAt(cursor))}
      </p>
    </div>
  );
}

function isSame(run: TimelineRun, other: TimelineRun | undefined): boolean {
  return other !== undefined && keyOf(run) === keyOf(other);
}

/** Where a pointer is in the track of its lane. `undefined` beside the tracks. */
function shareOf({ target, clientX }: PointerEvent<HTMLElement>): number | undefined {
  const box = target instanceof Element ? target.closest('[data-track]')?.getBoundingClientRect() : undefined;
  if (box === undefined || box.width === 0) return undefined;
  return Math.min(1, Math.max(0, (clientX - box.left) / box.width));
}

function tickText(time: Date, { from, to }: Span, timeZone: string): string {
  const length = to - from;
  return formatAxisTime(time, timeZone, { date: length > 86_400_000, seconds: length < 600_000 });
}

function Mark({ at, width = 0, className }: { at: number; width?: number; className: string }) {
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute inset-y-0 ${className}`}
      style={{ left: `${at * 100}%`, ...(width > 0 && { width: `${width * 100}%` }) }}
    />
  );
}
