'use client';
import { useState } from 'react';
import { isEnded } from '#contract';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import type { TaskView } from './run-view.ts';

type Props = {
  kind: 'cancel' | 'delete';
  task: TaskView;
  onClose: () => void;
  /** Resolves to the failure in words, or to nothing when it is done. */
  onConfirm: (reason: string | undefined) => Promise<string | undefined>;
};

/** Asks once before a run is cancelled or a task deleted, and says what will happen to what. */
export function ConfirmRunAction({ kind, task, onClose, onConfirm }: Props) {
  const [reason, setReason] = useState('');
  const name = task.name ?? task.id;
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDangerous
      title={kind === 'cancel' ? `Cancel run ${task.runCount} of ${name}?` : `Delete ${name}?`}
      description={kind === 'cancel' ? cancelSentence(task) : deleteSentence(task)}
      confirmLabel={kind === 'cancel' ? 'Cancel the run' : 'Delete the task'}
      cancelLabel={kind === 'cancel' ? 'Let it go on' : 'Keep it'}
      onConfirm={() => onConfirm(reason.trim() === '' ? undefined : reason.trim())}
    >
      {kind === 'cancel' && (
        <Field label="Reason" hint="Kept in the audit trail. May stay empty.">
          {(control) => (
            <Input {...control} value={reason} maxLength={1024} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
      )}
    </ConfirmDialog>
  );
}

function cancelSentence(task: TaskView): string {
  const schedule = task.schedule === undefined ? '' : ' Its schedule goes on with the next occurrence.';
  return `The run ends as cancelled. What its steps have done stays done; it can be run again.${schedule}`;
}

function deleteSentence(task: TaskView): string {
  const runs = task.runCount === 1 ? 'its run' : `its ${task.runCount} runs`;
  const first = isEnded(task.status) ? '' : `It is ${task.status} and is cancelled first. `;
  return `${first}The task, ${runs}, steps, events and logs are removed for good.`;
}
