'use client';
import { CirclePause, CirclePlay, Download, OctagonX, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BulkOperation } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';
import { BulkStatus } from './bulk-columns.tsx';
import { BulkBar, BulkFigures } from './bulk-progress.tsx';
import { bulkLimitWords, bulkNow, bulkSelectionWords, bulkTitle, isBulkActive } from './bulk-words.ts';
import { Countdown } from './countdown.tsx';

type Props = {
  operation: BulkOperation;
  /** Why the operator may not pause, resume or stop it. */
  reason: string | undefined;
  isBusy: boolean;
  onCommand: (command: 'pause' | 'resume' | 'stop') => void;
  /** Does the same to the tasks that failed. */
  onRetry: () => void;
  /** The switch of watching it. */
  watch: ReactNode;
  /** Opens the dialog that makes a file of it. */
  onTakeAlong: () => void;
};

/** What an operation does, how far it is, and its commands. */
export function BulkHeader({ operation, reason, isBusy, onCommand, onRetry, watch, onTakeAlong }: Props) {
  const isActive = isBulkActive(operation);
  const hidesData = operation.action.kind === 'raiseEvent';
  return (
    <div className="grid gap-3 pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <BulkStatus operation={operation} />
        <p className="font-semibold text-base">{bulkTitle(operation)}</p>
        <div className="ml-auto flex flex-wrap gap-2">
          {isActive && watch}
          {operation.status === 'running' && (
            <Button size="sm" disabledReason={reason} disabled={isBusy} onClick={() => onCommand('pause')}>
              <CirclePause aria-hidden /> Pause
            </Button>
          )}
          {operation.status === 'paused' && (
            <Button size="sm" disabledReason={reason} disabled={isBusy} onClick={() => onCommand('resume')}>
              <CirclePlay aria-hidden /> Resume
            </Button>
          )}
          {isActive && (
            <Button
              size="sm"
              variant="danger"
              disabledReason={reason}
              disabled={isBusy}
              onClick={() => onCommand('stop')}
            >
              <OctagonX aria-hidden /> {operation.status === 'scheduled' ? 'Call it off' : 'Stop'}
            </Button>
          )}
          {!isActive && operation.failed > 0 && (
            <Button
              size="sm"
              disabledReason={hidesData ? 'The data of the event is not shown, so raise it again' : reason}
              disabled={isBusy}
              onClick={onRetry}
            >
              <RotateCcw aria-hidden /> Do it again to the {operation.failed.toLocaleString('en')} that failed
            </Button>
          )}
          <Button size="sm" onClick={onTakeAlong}>
            <Download aria-hidden /> Take along…
          </Button>
        </div>
      </div>
      <BulkBar operation={operation} className="h-2.5" />
      <BulkFigures operation={operation} />
      <p role="status" className="text-sm">
        {operation.status === 'scheduled' ? <Countdown startsOn={operation.startsOn} /> : bulkNow(operation)}
      </p>
      <BulkFacts operation={operation} />
    </div>
  );
}

/** Which tasks, by whom, why, and within which limits. */
export function BulkFacts({ operation }: { operation: BulkOperation }) {
  return (
    <p className="flex flex-wrap gap-x-4 text-muted text-xs">
      <span className="min-w-0 break-words">Acts on {bulkSelectionWords(operation.selection)}</span>
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
