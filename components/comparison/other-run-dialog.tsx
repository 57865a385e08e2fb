'use client';
import { useState } from 'react';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';

type OtherRunDialogProps = {
  /** The task that is suggested. */
  taskId: string;
  onChoose: (side: { taskId: string; run: string }) => void;
  onClose: () => void;
};

/** Asks for the run to compare with. */
export function OtherRunDialog({ taskId, onChoose, onClose }: OtherRunDialogProps) {
  const [id, setId] = useState(taskId);
  const [run, setRun] = useState('');
  const isRun = /^[1-9]\d{0,18}$/.test(run.trim());
  return (
    <FormDialog
      title="Compare with another run"
      submitLabel="Compare"
      failureTitle="The runs cannot be compared"
      disabledReason={id.trim() === '' ? 'Enter the id of a task' : isRun ? undefined : 'Enter the number of the run'}
      onSubmit={async () => {
        onChoose({ taskId: id.trim(), run: run.trim() });
        onClose();
        return undefined;
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <Field label="Task id">
            {(control) => <Input {...control} value={id} onChange={(event) => setId(event.target.value)} />}
          </Field>
          <Field
            label="Run"
            hint="Its number, from 1"
            error={isRun || run.trim() === '' ? undefined : 'Enter a whole number from 1'}
          >
            {(control) => (
              <Input {...control} inputMode="numeric" value={run} onChange={(event) => setRun(event.target.value)} />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  );
}
