'use client';
import 'uplot/dist/uPlot.min.css';
import { useTheme } from 'next-themes';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { useIsPrinting } from '@/components/ui/printing.ts';
import { formatAxisTime, formatMinute, hasRepeatedTimes } from '@/components/ui/time-format.ts';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import {
  barWords,
  type Interval,
  intervalAt,
  intervalOfKey,
  placeOf,
  stack,
  throughputSeries,
} from './throughput.model.ts';

type ThroughputChartProps = {
  /** What the bars count together. */
  label: string;
  ended: readonly Interval[];
  intervalInMs: number;
  /** Called with the interval whose bar is pressed. */
  onOpen: (interval: Interval) => void;
};

/** Places around the bars, in pixels: the labels of the counts, the last label of the times, the labels of the times. */
const sides = { left: 44, right: 20, top: 8, bottom: 28 };

/** How far labels of times are apart at least, in pixels: `14:05`, and `02:30 +02:00`. */
const labelSpace = { usual: 50, long: 84 };

/**
 * Stacked bars on a canvas. The pointer and the arrow keys choose a bar, which then says what it counts; a click and Enter
 * lead there.
 */
export function ThroughputChart({ label, ended, intervalInMs, onOpen }: ThroughputChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const { resolvedTheme } = useTheme();
  const isPrinting = useIsPrinting();
  const { timeZone } = useTimePreferences();
  const data = useRef(stack(ended));
  data.current = stack(ended);
  const [chosenOn, setChosenOn] = useState<string>();
  const chosen = ended.find(({ on }) => on === chosenOn);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas cannot follow the theme or paper, so it is drawn anew
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const chart = new uPlot(chartOptions(element, intervalInMs, timeZone), data.current, element);
    plot.current = chart;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      if (width > 0 && height > 0) chart.setSize({ width, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
      plot.current = undefined;
    };
  }, [resolvedTheme, isPrinting, intervalInMs, timeZone]);

  useEffect(() => {
    plot.current?.setData(stack(ended));
  }, [ended]);

  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (clientX - left - sides.left) / (width - sides.left - sides.right);
    setChosenOn(intervalAt(ended, intervalInMs, share)?.on);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = event.key === 'Escape' ? undefined : intervalOfKey(ended, chosen, event.key);
    if (next === undefined && (event.key !== 'Escape' || chosen === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    setChosenOn(next?.on);
  };
  const words = chosen && barWords(chosen, (time) => formatMinute(time, timeZone));
  return (
    <figure className="size-full">
      <button
        type="button"
        aria-label={label}
        className="relative block size-full rounded-sm text-left"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosenOn(undefined)}
        onBlur={() => setChosenOn(undefined)}
        onKeyDown={onKeyDown}
        onClick={() => chosen && onOpen(chosen)}
      >
        {chosen !== undefined && <ChosenBar place={placeOf(ended, intervalInMs, chosen)} />}
        <div ref={host} className="absolute inset-0 overflow-hidden" />
        <output aria-live="polite">
          {chosen !== undefined && <BarTip place={placeOf(ended, intervalInMs, chosen)}>{words}</BarTip>}
        </output>
      </button>
    </figure>
  );
}

/** The distance from the left edge of the chart at which a share of its time is. */
const leftOf = (share: number) => `calc(${sides.left}px + ${share} * (100% - ${sides.left + sides.right}px))`;

type BarPlace = ReturnType<typeof placeOf>;

function ChosenBar({ place: { begins, width } }: { place: BarPlace }) {
  return (
    <span
      aria-hidden
      className="absolute bg-hover"
      style={{
        left: leftOf(begins),
        width: `calc(${width} * (100% - ${sides.left + sides.right}px))`,
        top: sides.top,
        bottom: sides.bottom,
      }}
    />
  );
}

/** Stays inside of the chart: at its left edge it is right of its bar, at its right edge left of it. */
function BarTip({ place: { begins, width }, children }: { place: BarPlace; children: ReactNode }) {
  const middle = begins + width / 2;
  return (
    <span
      className="tabular pointer-events-none absolute top-1 z-10 w-max max-w-[70%] rounded-md bg-raised px-2 py-1 text-ink text-xs shadow-raised"
      style={{ left: leftOf(middle), translate: `${-middle * 100}% 0` }}
    >
      {children}
    </span>
  );
}

function chartOptions(element: HTMLElement, intervalInMs: number, timeZone: string): uPlot.Options {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(name);
  const axis: uPlot.Axis = {
    stroke: color('--muted'),
    font: `11px ${style.fontFamily}`,
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  };
  const bars = uPlot.paths.bars?.({ size: [0.75, 24], align: 1 });
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    cursor: { show: false },
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone),
    padding: [sides.top, sides.right, 0, 0],
    scales: {
      x: { range: (_, from, to) => [from, to + intervalInMs / 1_000] },
      y: { range: (_, __, to) => [0, Math.max(4, Math.ceil(to * 1.05))] },
    },
    axes: [
      {
        ...axis,
        size: sides.bottom,
        grid: { show: false },
        space: (_, __, from, to) =>
          hasRepeatedTimes(from * 1_000, to * 1_000, timeZone) ? labelSpace.long : labelSpace.usual,
        values: (_, splits) => splits.map((seconds) => axisTime(new Date(seconds * 1_000), timeZone, intervalInMs)),
      },
      {
        ...axis,
        size: sides.left,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6, 1e7],
      },
    ],
    series: [
      {},
      ...throughputSeries.toReversed().map((series) => ({
        label: series.word,
        fill: color(series.color),
        stroke: 'transparent',
        width: 0,
        points: { show: false },
        ...(bars === undefined ? {} : { paths: bars }),
      })),
    ],
  };
}

/** `14:05`, or `11-21` where an interval is hours long and it is midnight. */
function axisTime(time: Date, timeZone: string, intervalInMs: number): string {
  const [date = '', clock = '', ...offset] = formatAxisTime(time, timeZone, { date: true }).split(' ');
  const isDay = clock === '00:00' || intervalInMs >= 43_200_000;
  return [isDay ? date : clock, ...offset].join(' ');
}
