'use client';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react';
import { counted, type DurationMeasure, numberText, type TaskDurations } from '#contract';
import { formatRoundDuration } from '@/components/ui/duration.tsx';
import { formatAxisTime, formatMinute, hasRepeatedTimes } from '@/components/ui/time-format.ts';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import {
  type Area,
  areaOf,
  type Corners,
  cornersOf,
  cornersOn,
  countIn,
  type Drawn,
  type Grid,
  gridOf,
  measureWords,
  moveCorners,
  rowBegins,
} from './duration-map.model.ts';
import { MapCells } from './map-cells.tsx';

type DurationMapProps = {
  durations: TaskDurations;
  measure: DurationMeasure;
  /** The rectangle that is selected now. */
  selected: Area | undefined;
  onSelect: (area: Area | undefined) => void;
  /** Whether the durations are of another time or measure, while those that were asked for are read. */
  isEarlier: boolean;
};

/**
 * Ended tasks by time and duration. A rectangle is drawn with the pointer, or with the arrow keys: shift extends it, Enter
 * selects it, Escape takes it back.
 */
export function DurationMap({ durations, measure, selected, onSelect, isEarlier }: DurationMapProps) {
  const help = useId();
  const { timeZone } = useTimePreferences();
  const grid = useMemo(() => gridOf(durations), [durations]);
  const { intervalInMs } = durations;
  const [kept, setKept] = useState<Drawn>();
  const drawn = kept && cornersOn(grid, intervalInMs, kept);
  const setDrawn = (corners: Corners | undefined) => setKept(corners && { corners, grid, intervalInMs });
  const isDrawing = useRef(false);
  const shown = drawn ?? (selected && cornersOf(durations, grid, selected));
  const select = (corners: Corners) => {
    setDrawn(undefined);
    onSelect(areaOf(durations, grid, corners));
  };
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isDrawing.current = true;
    const place = placeAt(event, grid);
    setDrawn({ start: place, end: place });
  };
  const extend = (event: PointerEvent<HTMLElement>) => {
    if (isDrawing.current && drawn !== undefined) setDrawn({ start: drawn.start, end: placeAt(event, grid) });
  };
  const finish = () => {
    if (!isDrawing.current) return;
    isDrawing.current = false;
    if (drawn !== undefined) select(drawn);
  };
  const cancel = () => {
    isDrawing.current = false;
    setDrawn(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape' && shown !== undefined) {
      event.stopPropagation();
      cancel();
      if (drawn === undefined) onSelect(undefined);
      return;
    }
    const moved = moveCorners(grid, shown ?? firstPlace(grid), event.key, event.shiftKey);
    if (moved === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setDrawn(shown === undefined ? firstPlace(grid) : moved);
  };
  const words = shown === undefined ? '' : cornerWords(durations, grid, shown, timeZone);
  return (
    <figure className="min-w-0">
      <div className="flex">
        <DurationAxis grid={grid} />
        <button
          type="button"
          aria-label={`Map of ${measureWords[measure].toLowerCase()} by time of end`}
          aria-describedby={help}
          aria-busy={isEarlier}
          className="relative block h-44 min-w-0 flex-1 cursor-crosshair touch-pan-y rounded-sm bg-sunken"
          onPointerDown={begin}
          onPointerMove={extend}
          onPointerUp={finish}
          onPointerCancel={cancel}
          onKeyDown={onKeyDown}
          onClick={(event) => event.detail === 0 && shown !== undefined && select(shown)}
        >
          <MapCells grid={grid} corners={shown} />
        </button>
      </div>
      <TimeAxis durations={durations} grid={grid} timeZone={timeZone} />
      <figcaption className="flex flex-wrap gap-x-3 px-1 pt-1 text-muted text-xs">
        <span id={help}>Draw a rectangle, or use the arrow keys, Shift to extend, Enter to select.</span>
        <output aria-live="polite" className="tabular text-ink">
          {words}
        </output>
      </figcaption>
    </figure>
  );
}

/** The keyboard begins at the newest cell with tasks. */
function firstPlace(grid: Grid): Corners {
  const { column, row } = grid.cells.at(-1) ?? { column: grid.columns - 1, row: 0 };
  return { start: { column, row }, end: { column, row } };
}

function placeAt(event: PointerEvent<HTMLElement>, { columns, rows }: Grid) {
  const box = event.currentTarget.getBoundingClientRect();
  const share = (offset: number, length: number) => Math.min(0.999_999, Math.max(0, offset / Math.max(1, length)));
  return {
    column: Math.floor(share(event.clientX - box.left, box.width) * columns),
    row: Math.floor(share(box.bottom - event.clientY, box.height) * rows),
  };
}

function cornerWords(durations: TaskDurations, grid: Grid, corners: Corners, timeZone: string): string {
  const { from, to, minimumInMs, maximumInMs } = areaOf(durations, grid, corners);
  const { tasks, failed } = countIn(grid, corners);
  const time = (at: number) => formatMinute(new Date(at), timeZone).slice('2026-'.length);
  const longest = maximumInMs === undefined ? 'and longer' : `to ${formatRoundDuration(maximumInMs)}`;
  const count = `${counted(tasks, 'task')}, ${numberText(failed)} failed`;
  return `${time(from)} to ${time(to)}, ${formatRoundDuration(minimumInMs)} ${longest}: ${count}`;
}

const labelled = new Set([1, 10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 86_400_000, 864_000_000]);

/** Labels of a unit or ten of them, or of every second band where there are few. */
function DurationAxis({ grid }: { grid: Grid }) {
  const rows = Array.from({ length: grid.rows }, (_, row) => ({ row, begins: rowBegins(grid, row) ?? 0 }));
  const labels =
    grid.rows > 12 ? rows.filter(({ begins }) => labelled.has(begins)) : rows.filter(({ row }) => row % 2 === 0);
  return (
    <div aria-hidden className="relative w-14 shrink-0 text-faint text-xs">
      {labels.map(({ row, begins }) => (
        <span
          key={row}
          className="tabular absolute right-1.5 translate-y-1/2 whitespace-nowrap leading-none"
          style={{ bottom: `${(row / grid.rows) * 100}%` }}
        >
          {formatRoundDuration(begins)}
        </span>
      ))}
    </div>
  );
}

const timeLabels = { usual: 4, long: 2 };

function TimeAxis({ durations, grid, timeZone }: { durations: TaskDurations; grid: Grid; timeZone: string }) {
  const { intervalInMs } = durations;
  const length = grid.columns * intervalInMs;
  const isLong = hasRepeatedTimes(grid.begin, grid.begin + length, timeZone);
  const every = Math.max(1, Math.ceil(grid.columns / (isLong ? timeLabels.long : timeLabels.usual)));
  const columns = Array.from({ length: Math.ceil(grid.columns / every) }, (_, index) => index * every);
  const text = (column: number) => {
    const hasDate = length > 86_400_000;
    const parts = { date: hasDate, seconds: !hasDate && intervalInMs < 60_000 };
    return formatAxisTime(new Date(grid.begin + column * intervalInMs), timeZone, parts);
  };
  return (
    <div aria-hidden className="relative ml-14 h-4 overflow-hidden text-faint text-xs">
      {columns.map((column) => (
        <span
          key={column}
          className="tabular absolute top-0.5 whitespace-nowrap"
          style={{ left: `min(${(column / grid.columns) * 100}%, 100% - ${text(column).length}ch)` }}
        >
          {text(column)}
        </span>
      ))}
    </div>
  );
}
