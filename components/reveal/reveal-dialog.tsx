'use client';
import { useState } from 'react';
import { revealMinutes } from '#contract';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Textarea } from '@/components/ui/textarea.tsx';

type RevealDialogProps = {
  what: 'entry' | 'run';
  /** Whether another person has to grant it first. */
  isAsked: boolean;
  onReveal: (reason: string) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

/** Asks why hidden values are to be shown, and says who learns of it. */
export function RevealDialog({ what, isAsked, onReveal, onClose }: RevealDialogProps) {
  const [reason, setReason] = useState('');
  const isEmpty = reason.trim() === '';
  return (
    <FormDialog
      title={isAsked ? `Ask to see the hidden values of this ${what}?` : `Reveal the hidden values of this ${what}?`}
      description={`${isAsked ? `Somebody who may reveal them has to grant it. You can then see them for ${revealMinutes} minutes.` : `You see them for ${revealMinutes} minutes.`} Everybody who may read this ${what} sees that you do, and why. The audit trail keeps it.`}
      size="sm"
      submitLabel={isAsked ? 'Ask' : 'Reveal'}
      disabledReason={isEmpty ? 'Write a reason first.' : undefined}
      failureTitle={isAsked ? 'The request was not sent' : 'The values were not revealed'}
      onSubmit={() => onReveal(reason.trim())}
      onClose={onClose}
    >
      {(errorAt) => (
        <Field label="Reason" hint="Do not write hidden values here." error={errorAt('/reason')}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={reason}
              maxLength={1024}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
