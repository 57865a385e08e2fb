'use client';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { counted, numberText } from '#contract';
import { laterPart } from '@/components/shell/later-part.ts';
import { useGo } from '@/components/shell/use-go.ts';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { Card } from '@/components/ui/card.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { Time } from '@/components/ui/time.tsx';
import { type Interval, ranFilter, throughputSeries, totals } from './throughput.model.ts';

const Chart = laterPart(
  () => import('./throughput-chart.tsx').then((loaded) => loaded.ThroughputChart),
  () => <Skeleton className="h-full" />,
);

type ThroughputProps = {
  ended: readonly Interval[];
  intervalInMs: number;
  windowName: string;
  /** Chooses the time that the page is about. */
  lookBack: ReactNode;
};

/** Runs that ended over time, as a chart or as the table it is drawn from. */
export function Throughput({ ended, intervalInMs, windowName, lookBack }: ThroughputProps) {
  const go = useGo();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const sums = totals(ended);
  const sentence = throughputSeries.map(({ name, word }) => `${word} ${sums[name]}`).join(', ');
  return (
    <Card
      className="flex flex-col"
      title={`Runs ended in the last ${windowName}`}
      actions={
        <>
          {lookBack}
          <SegmentedControl
            label="Show as"
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            value={view}
            onChange={setView}
            className="h-7"
          />
        </>
      }
    >
      <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 px-3 pb-2 text-muted text-xs">
        {throughputSeries.map(({ name, word, color }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span
              aria-hidden
              className="size-2.5 forced-color-adjust-none rounded-xs"
              style={{ background: `var(${color})` }}
            />
            {word} <span className="tabular font-medium text-ink">{numberText(sums[name])}</span>
          </li>
        ))}
        <li className="ml-auto">per {intervalWords(intervalInMs)}</li>
      </ul>
      <div className="relative min-h-56 flex-1">
        <div className="absolute inset-0 px-2 pb-2">
          {view === 'chart' ? (
            <Chart
              label={`Runs ended: ${sentence}. Arrow keys choose a time, Enter lists its tasks.`}
              ended={ended}
              intervalInMs={intervalInMs}
              onOpen={(interval) => go(taskListPath(ranFilter(interval, intervalInMs)), 'Tasks')}
            />
          ) : (
            <ThroughputTable ended={ended} intervalInMs={intervalInMs} />
          )}
        </div>
      </div>
    </Card>
  );
}

/** `minute`, `5 minutes`, `hour`. */
function intervalWords(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  const [amount, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return amount === 1 ? unit : `${amount} ${unit}s`;
}

function ThroughputTable({ ended, intervalInMs }: { ended: readonly Interval[]; intervalInMs: number }) {
  const withRuns = ended.filter(({ succeeded, failed, other }) => succeeded + failed + other > 0).toReversed();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="h-full overflow-y-auto" tabIndex={0} aria-label="Runs ended by interval">
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-surface text-left text-muted text-xs">
          <tr>
            <th scope="col" className="px-2 py-1 font-medium">
              From
            </th>
            <th scope="col" className="px-2 py-1 text-right font-medium">
              Tasks
            </th>
            {throughputSeries.map(({ name, word }) => (
              <th key={name} scope="col" className="px-2 py-1 text-right font-medium">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {withRuns.map((interval) => (
            <tr key={interval.on} className="border-line border-t">
              <th scope="row" className="px-2 py-1 text-left font-normal">
                <Time value={interval.on} style="absolute" />
              </th>
              <td className="tabular whitespace-nowrap px-2 py-1 text-right">
                <Link
                  href={taskListPath(ranFilter(interval, intervalInMs))}
                  prefetch={false}
                  className="underline decoration-line underline-offset-4 hover:decoration-current"
                >
                  {counted(interval.tasks, 'task')}
                </Link>
              </td>
              {throughputSeries.map(({ name }) => (
                <td key={name} className="tabular px-2 py-1 text-right">
                  {numberText(interval[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {withRuns.length === 0 && <p className="py-6 text-center text-muted">No run ended in this period.</p>}
    </section>
  );
}
