'use client';
import { useState } from 'react';
import type { Approval } from '#contract';
import type { Named } from '@/components/task/task-names.ts';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';
import { AskedAct } from './asked-act.tsx';

type AnswerDialogProps = {
  approval: Named<Approval>;
  isGranted: boolean;
  onAnswer: (note: string) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

/** Grants or declines a request, with words for the person who asked. */
export function AnswerDialog({ approval, isGranted, onAnswer, onClose }: AnswerDialogProps) {
  const [note, setNote] = useState('');
  const { askedBy, reason } = approval;
  return (
    <FormDialog
      title={`${isGranted ? 'Grant' : 'Decline'} the request of ${askedBy}?`}
      description={isGranted ? grantWords(approval) : `Reason of the request: ${reason}`}
      size="md"
      submitLabel={isGranted ? 'Grant' : 'Decline'}
      failureTitle="The request was not answered"
      onSubmit={() => onAnswer(note.trim())}
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          <AskedAct approval={approval} />
          <Field label="Note" hint={`Optional. ${askedBy} sees it.`} error={errorAt('/note')}>
            {(control) => (
              <Input {...control} value={note} maxLength={1024} onChange={(event) => setNote(event.target.value)} />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  );
}

function grantWords({ askedBy, reason, asked }: Approval): string {
  if (asked === undefined)
    return `${askedBy} can then see the hidden values once, for ten minutes, within a day. Reason: ${reason}`;
  return `It is then done at once, in the name of ${askedBy}. Reason: ${reason}`;
}
