'use client';
import 'uplot/dist/uPlot.min.css';
import { useTheme } from 'next-themes';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { barWords, type Interval, stack, throughputSeries } from './throughput.model.ts';

type ThroughputChartProps = {
  ended: readonly Interval[];
  intervalInMs: number;
  /** Called with the interval whose bar is clicked. */
  onOpen: (interval: Interval) => void;
};

/** Stacked bars on a canvas; each says on hover what it counts, and leads there. The legend, the sums and the table are the page's: a canvas says nothing by itself. */
export function ThroughputChart({ ended, intervalInMs, onOpen }: ThroughputChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const { resolvedTheme } = useTheme();
  const { timeZone } = useTimePreferences();
  const data = useRef(stack(ended));
  data.current = stack(ended);
  const present = useRef({ ended, onOpen });
  useEffect(() => {
    present.current = { ended, onOpen };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas cannot follow the theme, so it is drawn anew
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const chart = new uPlot(chartOptions(element, intervalInMs, timeZone), data.current, element);
    plot.current = chart;
    const intervalAt = ({ offsetX }: MouseEvent) => {
      const at = chart.posToVal(offsetX, 'x') * 1_000;
      return present.current.ended.findLast(({ on }) => Date.parse(on) <= at);
    };
    chart.over.addEventListener('mousemove', (event) => {
      const interval = intervalAt(event);
      chart.over.title =
        interval === undefined ? '' : barWords(interval, (time) => formatAbsolute(time, timeZone).slice(0, 16));
    });
    chart.over.addEventListener('click', (event) => {
      const interval = intervalAt(event);
      if (interval !== undefined) present.current.onOpen(interval);
    });
    chart.over.style.cursor = 'pointer';
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
  }, [resolvedTheme, intervalInMs, timeZone]);

  useEffect(() => {
    plot.current?.setData(stack(ended));
  }, [ended]);

  return <div ref={host} className="h-full overflow-hidden" />;
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
    padding: [8, 20, 0, 0],
    scales: {
      x: { range: (_, from, to) => [from, to + intervalInMs / 1_000] },
      y: { range: (_, __, to) => [0, Math.max(4, Math.ceil(to * 1.05))] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        values: (_, splits) => splits.map((seconds) => axisTime(new Date(seconds * 1_000), timeZone, intervalInMs)),
      },
      { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6, 1e7] },
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
  const [date = '', clock = ''] = formatAbsolute(time, timeZone).split(' ');
  return clock.startsWith('00:00') || intervalInMs >= 43_200_000 ? date.slice(5) : clock.slice(0, 5);
}
