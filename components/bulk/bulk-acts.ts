import { CirclePause, CirclePlay, Download, Eye, EyeOff, OctagonX, RotateCcw } from 'lucide-react';
import type { BulkOperation } from '#contract';
import { type Act, type Acts, withFirst } from '@/components/shell/act-bar.tsx';
import { isBulkActive } from './bulk-words.ts';

export type BulkActsProps = {
  operation: BulkOperation;
  /** Why the operator may not pause, resume or stop it. */
  reason: string | undefined;
  isBusy: boolean;
  onCommand: (command: 'pause' | 'resume' | 'stop') => void;
  /** Asks before it does the same to the tasks that failed. */
  onRetry: () => void;
  isWatched: boolean;
  onWatch: () => void;
  /** Why it cannot be watched. */
  watchRefusal: string | undefined;
  /** Opens the dialog that makes a file of it. */
  onTakeAlong: () => void;
};

/** Returns the act of an operation that helps now, if any, and all others in their order. */
export function bulkActs(props: BulkActsProps): Acts {
  return withFirst(allActs(props), firstName(props.operation));
}

function firstName(operation: BulkOperation): string | undefined {
  if (operation.status === 'scheduled') return 'stop';
  if (isBulkActive(operation)) return 'toggle';
  return whyNoRetry(operation) === undefined ? 'retry' : undefined;
}

function allActs(props: BulkActsProps): Act[] {
  const { operation, reason, isBusy, onCommand, isWatched, watchRefusal } = props;
  const { status } = operation;
  const toggle = status === 'paused' ? 'resume' : 'pause';
  const refusal = reason ?? (isBusy ? 'The last command is not answered yet' : undefined);
  const over = isBulkActive(operation) ? undefined : 'It has ended';
  return [
    {
      name: 'toggle',
      icon: toggle === 'resume' ? CirclePlay : CirclePause,
      label: toggle === 'resume' ? 'Resume' : 'Pause',
      reason: over ?? (status === 'scheduled' ? 'It has not started yet' : refusal),
      run: () => onCommand(toggle),
    },
    {
      name: 'stop',
      icon: OctagonX,
      label: status === 'scheduled' ? 'Stop before it starts' : 'Stop',
      reason: over ?? refusal,
      isDangerous: true,
      run: () => onCommand('stop'),
    },
    {
      name: 'retry',
      icon: RotateCcw,
      label: 'Repeat for failed tasks…',
      reason: whyNoRetry(operation) ?? refusal,
      run: props.onRetry,
    },
    {
      name: 'watch',
      icon: isWatched ? EyeOff : Eye,
      label: isWatched ? 'Stop watching' : 'Watch',
      key: 'W',
      reason: watchRefusal,
      run: props.onWatch,
    },
    { name: 'takeAlong', icon: Download, label: 'Download a copy…', run: props.onTakeAlong },
  ];
}

function whyNoRetry(operation: BulkOperation): string | undefined {
  if (isBulkActive(operation)) return 'It has not ended yet';
  if (operation.failed === 0) return 'No task failed';
  return operation.action.kind === 'raiseEvent' ? 'The data of the event is not shown. Raise it again' : undefined;
}
