'use client';
import { CirclePause, CirclePlay, Download, OctagonX, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { BulkOperation } from '#contract';
import type { ValueWords } from '@/components/filter/filter-chip.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { BulkStatus } from './bulk-columns.tsx';
import { BulkBar, BulkFigures } from './bulk-progress.tsx';
import { bulkLimitWords, bulkNow, bulkSelectionWords, bulkTitle, isBulkActive, resultsWords } from './bulk-words.ts';
import { operationPath } from './operation-path.ts';

type Props = {
  operation: BulkOperation;
  /** What the earlier operation does whose tasks this one acts on. */
  earlierTitle?: string | undefined;
  /** The words for errors and error groups that its filter names. */
  wordsOf?: ValueWords | undefined;
  /** Why the operator may not pause, resume or stop it. */
  reason: string | undefined;
  isBusy: boolean;
  onCommand: (command: 'pause' | 'resume' | 'stop') => void;
  /** Asks before it does the same to the tasks that failed. */
  onRetry: () => void;
  /** The switch of watching it. */
  watch: ReactNode;
  /** Opens the dialog that makes a file of it. */
  onTakeAlong: () => void;
};

/** What an operation does, how far it is, and its commands. */
export function BulkHeader(props: Props) {
  const { operation, earlierTitle, wordsOf, reason, isBusy, onCommand, onRetry, watch, onTakeAlong } = props;
  return (
    <div className="grid gap-3 pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <BulkStatus operation={operation} />
        <p className="font-semibold text-base">{bulkTitle(operation)}</p>
        <div className="ml-auto flex flex-wrap gap-2">
          {watch}
          <BulkCommands {...{ operation, reason, isBusy, onCommand, onRetry }} />
          <Button size="sm" onClick={onTakeAlong}>
            <Download aria-hidden /> Download a copy…
          </Button>
        </div>
      </div>
      <BulkBar operation={operation} className="h-2.5" />
      <BulkFigures operation={operation} />
      <p role="status" className="text-sm">
        {operation.status === 'scheduled' ? <Countdown startsOn={operation.startsOn} /> : bulkNow(operation)}
      </p>
      <BulkFacts {...{ operation, earlierTitle, wordsOf }} />
    </div>
  );
}

/** The commands of an operation. Each keeps its place while the operation goes on and when it has ended. */
function BulkCommands({
  operation,
  reason,
  isBusy,
  onCommand,
  onRetry,
}: Pick<Props, 'operation' | 'reason' | 'isBusy' | 'onCommand' | 'onRetry'>) {
  const { status } = operation;
  const isActive = isBulkActive(operation);
  const toggle = status === 'paused' ? 'resume' : 'pause';
  const refusal = reason ?? (isBusy ? 'The last command is not answered yet' : undefined);
  const over = isActive ? undefined : 'It has ended';
  return (
    <>
      <Button
        size="sm"
        className="min-w-24"
        actionKey={toggle}
        disabledReason={over ?? (status === 'scheduled' ? 'It has not started yet' : refusal)}
        onClick={() => onCommand(toggle)}
      >
        {toggle === 'resume' ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />}
        {toggle === 'resume' ? 'Resume' : 'Pause'}
      </Button>
      <Button
        size="sm"
        className="min-w-24"
        variant="danger"
        actionKey="stop"
        disabledReason={over ?? refusal}
        onClick={() => onCommand('stop')}
      >
        <OctagonX aria-hidden /> {status === 'scheduled' ? 'Stop before it starts' : 'Stop'}
      </Button>
      <Button size="sm" actionKey="retry" disabledReason={whyNoRetry(operation) ?? refusal} onClick={onRetry}>
        <RotateCcw aria-hidden /> Repeat for failed tasks…
      </Button>
    </>
  );
}

function whyNoRetry(operation: BulkOperation): string | undefined {
  if (isBulkActive(operation)) return 'It has not ended yet';
  if (operation.failed === 0) return 'No task failed';
  return operation.action.kind === 'raiseEvent' ? 'The data of the event is not shown. Raise it again' : undefined;
}

/** Which tasks, by whom, why, and within which limits. */
export function BulkFacts({ operation, earlierTitle, wordsOf }: Pick<Props, 'operation' | 'earlierTitle' | 'wordsOf'>) {
  return (
    <p className="flex flex-wrap gap-x-4 text-muted text-xs">
      <span className="min-w-0 break-words">
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

/** The seconds until an operation starts. */
function Countdown({ startsOn }: { startsOn: string }) {
  const [now, setNow] = useState(() => Date.parse(startsOn));
  useEffect(() => {
    const tick = () => setNow(Date.now());
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
