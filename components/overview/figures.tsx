import type { ReactNode } from 'react';
import { counted, numberText, type Statistics } from '#contract';
import { useWithinBounds } from '@/components/ui/bounds.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { Duration } from '@/components/ui/duration.tsx';
import { Link } from '@/components/ui/link.tsx';

type FiguresProps = {
  overview: Pick<Statistics, 'failureRate' | 'queueWaitInMs' | 'runTimeInMs' | 'workers' | 'ended'>;
};

/** The few numbers that tell whether things are well. */
export function Figures({ overview }: FiguresProps) {
  const workersName = useWithinBounds('Workers');
  const { failureRate, queueWaitInMs, runTimeInMs, workers, ended } = overview;
  const endedCount = ended.reduce((sum, { succeeded, failed, other }) => sum + succeeded + failed + other, 0);
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line xl:grid-cols-1">
      <Figure name="Failure rate" note={`of ${numberText(endedCount)} runs that ended`}>
        <span className={cn(failureRate > 0 && 'text-danger')}>{endedCount === 0 ? '–' : percent(failureRate)}</span>
      </Figure>
      <Figure name="Wait in queue" note={noteOf(queueWaitInMs)}>
        <Quantiles value={queueWaitInMs} />
      </Figure>
      <Figure name="Run time" note={noteOf(runTimeInMs)}>
        <Quantiles value={runTimeInMs} />
      </Figure>
      <Figure
        name={workersName}
        note={
          workers.live === 0 ? (
            <span className="text-danger">No live worker</span>
          ) : (
            `${numberText(workers.busy)} of ${numberText(workers.slots)} slots busy`
          )
        }
      >
        <Link href="/workers" className="rounded underline-offset-4 hover:underline">
          {workers.live} live
        </Link>
      </Figure>
    </dl>
  );
}

function Figure({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col justify-center bg-surface px-3 py-2.5">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="tabular font-semibold text-lg">{children}</dd>
      <dd className="text-muted text-xs">{note}</dd>
    </div>
  );
}

type QuantilesValue = { p50: number; p95: number; samples: number } | undefined;

function Quantiles({ value }: { value: QuantilesValue }) {
  if (value === undefined || value.samples === 0) return '–';
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <Duration ms={value.p50} />
      <span className="font-normal text-muted text-sm">
        p95 <Duration ms={value.p95} />
      </span>
    </span>
  );
}

/** A percentile of few samples says little; the reader is told. */
function noteOf(value: QuantilesValue): string {
  if (value === undefined || value.samples === 0) return 'no runs in this time';
  const samples = counted(value.samples, 'run');
  return value.samples < 20 ? `median of only ${samples}` : `median of ${samples}`;
}

/** Never 0 % or 100 % unless it is. */
export function percent(rate: number): string {
  if (rate === 0) return '0 %';
  if (rate < 0.001) return '<0.1 %';
  if (rate > 0.999 && rate < 1) return '>99.9 %';
  return `${(rate * 100).toFixed(rate < 0.1 ? 1 : 0)} %`;
}
