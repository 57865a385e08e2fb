'use client';
import { useState } from 'react';
import { isEnded } from '#contract';
import { statusWord } from '@/components/task/status.ts';
import { taskName } from '@/components/task/task-row.ts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import type { TaskView } from './run-view.ts';

type Props = {
  kind: 'cancel' | 'delete';
  /** The task as it was when this was asked. */
  task: TaskView;
  /** The task as it is now. */
  present: TaskView;
  onClose: () => void;
  /** Resolves to the failure in words, or to nothing when it is done. */
  onConfirm: (reason: string | undefined) => Promise<string | undefined>;
};

/** Asks once before a run is cancelled or a task deleted, and says what will happen to what. */
export function ConfirmRunAction({ kind, task, present, onClose, onConfirm }: Props) {
  const [reason, setReason] = useState('');
  const name = taskName(task);
  return (
    <ConfirmDialog
      onClose={onClose}
      isDangerous
      obstacle={kind === 'cancel' ? overtaken(task, present) : undefined}
      title={kind === 'cancel' ? `Cancel run ${task.runCount} of ${name}?` : `Delete the task ${name}?`}
      description={kind === 'cancel' ? cancelSentence(task) : deleteSentence(task)}
      confirmLabel={kind === 'cancel' ? 'Cancel the run' : 'Delete the task'}
      cancelLabel={kind === 'cancel' ? 'Keep running' : 'Keep task'}
      onConfirm={() => onConfirm(reason.trim() === '' ? undefined : reason.trim())}
    >
      {kind === 'cancel' && (
        <Field label="Reason" hint="Optional. Kept in the audit trail.">
          {(control) => (
            <Input {...control} value={reason} maxLength={1024} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
      )}
    </ConfirmDialog>
  );
}

/** Why a run that was asked about cannot be cancelled any more. */
function overtaken({ runCount }: TaskView, present: TaskView): string | undefined {
  if (present.runCount !== runCount) return `Run ${runCount} has ended meanwhile. Run ${present.runCount} is current.`;
  return isEnded(present.status) ? `Run ${runCount} has ended meanwhile: ${statusWord(present.status)}.` : undefined;
}

function cancelSentence(task: TaskView): string {
  const hasBegun = task.status !== 'scheduled';
  const next = hasBegun
    ? ' The schedule continues with the next occurrence.'
    : ' The schedule ends until the task is rerun, because the run has not begun.';
  const schedule = task.schedule === undefined ? '' : next;
  return `The run ends as cancelled. Effects of its steps stay. You can rerun the task.${schedule}`;
}

function deleteSentence(task: TaskView): string {
  const runs = task.runCount === 1 ? 'its run' : `its ${task.runCount} runs`;
  const first = isEnded(task.status) ? '' : `Its status is ${statusWord(task.status)}; it is cancelled first. `;
  return `${first}The task, ${runs}, steps, events and logs are deleted permanently.`;
}
