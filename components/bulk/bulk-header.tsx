'use client';
import { useEffect, useState } from 'react';
import type { BulkOperation } from '#contract';
import type { ValueWords } from '@/components/filter/filter-chip.tsx';
import { ActBar } from '@/components/shell/act-bar.tsx';
import { Link } from '@/components/ui/link.tsx';
import { presentTime } from '@/components/ui/present.ts';
import { Time } from '@/components/ui/time.tsx';
import { useNow } from '@/components/ui/time-preferences.tsx';
import { type BulkActsProps, bulkActs } from './bulk-acts.ts';
import { BulkStatus } from './bulk-columns.tsx';
import { BulkBar, BulkFigures } from './bulk-progress.tsx';
import { bulkLimitWords, bulkNow, bulkSelectionWords, bulkSilence, resultsWords } from './bulk-words.ts';
import { operationPath } from './operation-path.ts';

type Props = BulkActsProps & {
  /** What the earlier operation does whose tasks this one acts on. */
  earlierTitle?: string | undefined;
  /** The words for errors and error groups that its filter names. */
  wordsOf?: ValueWords | undefined;
};

/** How far an operation is, and its commands. What it does stands in the breadcrumb. */
export function BulkHeader({ earlierTitle, wordsOf, ...acts }: Props) {
  const { operation } = acts;
  return (
    <div className="grid gap-3 pt-3">
      <div className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
        <BulkStatus operation={operation} />
        <p role="status" className="min-w-0 text-sm max-sm:order-last max-sm:basis-full">
          <Now operation={operation} />
        </p>
        <ActBar {...bulkActs(acts)} />
      </div>
      <BulkBar operation={operation} className="h-2.5" />
      <BulkFigures operation={operation} />
      <BulkFacts {...{ operation, earlierTitle, wordsOf }} />
    </div>
  );
}

/** Which tasks, by whom, why, and within which limits. */
export function BulkFacts({ operation, earlierTitle, wordsOf }: Pick<Props, 'operation' | 'earlierTitle' | 'wordsOf'>) {
  return (
    <p className="wrap-anywhere flex flex-wrap gap-x-4 text-muted text-xs">
      <span className="min-w-0">
        Acts on <Selection selection={operation.selection} {...{ earlierTitle, wordsOf }} />
      </span>
      <span>
        Created by {operation.createdBy} <Time value={operation.createdOn} />
      </span>
      {operation.endedOn !== undefined && (
        <span>
          Ended <Time value={operation.endedOn} />
        </span>
      )}
      {operation.reason !== undefined && <span>Reason: {operation.reason}</span>}
      {bulkLimitWords(operation).map((limit) => (
        <span key={limit}>{limit}</span>
      ))}
    </p>
  );
}

/** The tasks that an operation acts on, with a link to the operation that they were chosen from. */
function Selection({
  selection,
  earlierTitle,
  wordsOf,
}: Pick<Props, 'earlierTitle' | 'wordsOf'> & { selection: BulkOperation['selection'] }) {
  if (selection.operation === undefined || earlierTitle === undefined) return bulkSelectionWords(selection, wordsOf);
  return (
    <>
      tasks of{' '}
      <Link href={operationPath(selection.operation)} title={selection.operation} className="underline">
        {earlierTitle}
      </Link>{' '}
      {resultsWords(selection.results)}
    </>
  );
}

/** What it does now. A count of seconds, until it starts or another service takes over, is seen and not read aloud. */
function Now({ operation }: { operation: BulkOperation }) {
  const now = useNow();
  const isScheduled = operation.status === 'scheduled';
  const counting = isScheduled ? <Countdown startsOn={operation.startsOn} /> : bulkSilence(operation, now);
  if (counting === undefined) return bulkNow(operation);
  return (
    <>
      <span aria-hidden className="tabular">
        {counting}
      </span>
      <span className="sr-only">{bulkNow(operation)}</span>
    </>
  );
}

/** The seconds until an operation starts. */
function Countdown({ startsOn }: { startsOn: string }) {
  const [now, setNow] = useState(() => Date.parse(startsOn));
  useEffect(() => {
    const tick = () => setNow(presentTime());
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((Date.parse(startsOn) - now) / 1_000));
  return (
    <>
      Starts in <span className="tabular">{seconds}</span> s
    </>
  );
}
