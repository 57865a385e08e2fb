'use client';
import { useState } from 'react';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';

type PasskeyDialogProps = {
  /** The name of the passkey that is renamed. Without it, a passkey is added. */
  before?: string | undefined;
  onSave: (name: string) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

/** Asks what a passkey is called. The browser then asks for the passkey itself. */
export function PasskeyDialog({ before, onSave, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState(before ?? '');
  const isNew = before === undefined;
  return (
    <FormDialog
      size="sm"
      title={isNew ? 'Add a passkey' : `Rename ${before}`}
      description={isNew ? 'The browser then asks for your fingerprint, face, PIN or security key.' : undefined}
      submitLabel={isNew ? 'Add passkey' : 'Save'}
      disabledReason={name.trim() === '' ? 'Enter a name.' : undefined}
      failureTitle={isNew ? 'The passkey was not added' : 'The passkey was not renamed'}
      onSubmit={() => onSave(name.trim())}
      onClose={onClose}
    >
      {(errorAt) => (
        <Field label="Name" hint="Where the passkey is, such as My laptop." error={errorAt('/name')}>
          {(control) => (
            <Input {...control} value={name} maxLength={128} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
