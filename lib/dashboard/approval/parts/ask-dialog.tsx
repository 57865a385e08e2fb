'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';
import { toast } from '@/components/ui/toast.ts';
import { readAgain } from '../../query/read-again.ts';
import { type AskFor, settleRequest } from '../pending-request.ts';
import { approvalsKey } from '../use-approvals.ts';

/** Asks for the reason of an act that waits for a second person, and sends the request. */
export function AskDialog({ ask }: { ask: AskFor }) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const send = async () => {
    const answer = await ask(reason.trim());
    if (!answer.ok && answer.problem.code === 'PreconditionFailed') settleRequest(answer.problem);
    if (!answer.ok) return answer.problem;
    settleRequest('sent');
    toast.success('Request sent', { description: 'Approvals shows the answer.' });
    await readAgain(queries, approvalsKey);
    return undefined;
  };
  return (
    <FormDialog
      title="Ask a second person"
      description="Nothing is done yet. Another person with the right to do this sees what you ask for and your reason, and grants or declines it within a day. It is then done as you have it here, once."
      size="sm"
      submitLabel="Send request"
      disabledReason={reason.trim() === '' ? 'Enter a reason' : undefined}
      failureTitle="The request was not sent"
      onSubmit={send}
      onClose={() => settleRequest('not sent')}
    >
      {(errorAt) => (
        <Field label="Reason" error={errorAt('/reason')}>
          {(control) => (
            <Input {...control} value={reason} maxLength={1024} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
