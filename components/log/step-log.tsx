'use client';
import { useMemo, useRef } from 'react';
import type { LogEntry } from '#contract';
import { useMarkedMoment } from '@/components/time-cursor/use-marked-moment.ts';
import { Link } from '@/components/ui/link.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { lineMoments } from './line-moments.ts';
import { LogLine } from './log-line.tsx';

type StepLogProps = {
  /** `undefined` while they are read. */
  lines: readonly LogEntry[] | undefined;
  hasMore: boolean;
  problem: string | undefined;
  /** Where every line of the step is shown. */
  allHref: string;
};

/** The first lines that one step wrote. */
export function StepLog({ lines, hasMore, problem, allHref }: StepLogProps) {
  const { timeZone } = useTimePreferences();
  const list = useRef<HTMLDivElement>(null);
  const moments = useMemo(() => lineMoments(lines ?? []), [lines]);
  useMarkedMoment(list, moments);
  if (problem !== undefined) return <p className="text-danger text-sm">{problem}</p>;
  if (lines === undefined) return <Skeleton className="w-2/3" />;
  if (lines.length === 0) return <p className="text-muted text-sm">No log lines.</p>;
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <div ref={list} className="py-1">
        {lines.map((line) => (
          <LogLine
            key={line.id}
            line={line}
            timeZone={timeZone}
            isWrapped
            search=""
            isMarked={false}
            stepName={undefined}
            onContext={undefined}
          />
        ))}
      </div>
      <Link href={allHref} className="block border-line border-t px-3 py-1 text-accent text-xs hover:underline">
        {hasMore ? 'More in the log' : 'In the log'}
      </Link>
    </div>
  );
}
