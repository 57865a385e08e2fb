'use client';
import { useState } from 'react';
import type { View } from '#contract';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';

export type ViewName = Pick<View, 'name' | 'isShared'>;

type Props = {
  /** The view that is changed. Without it, what the list shows is saved as a new one. */
  before?: ViewName | undefined;
  onSave: (given: ViewName) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

/** Asks how a view is called and who sees it. */
export function ViewDialog({ before, onSave, onClose }: Props) {
  const [name, setName] = useState(before?.name ?? '');
  const [isShared, setShared] = useState(before?.isShared ?? false);
  return (
    <FormDialog
      size="sm"
      title={before === undefined ? 'Save as a view' : `Rename ${before.name}`}
      description={
        before === undefined ? 'The view keeps the filter, the order, the columns and the chart.' : undefined
      }
      submitLabel={before === undefined ? 'Save view' : 'Save'}
      disabledReason={name.trim() === '' ? 'Enter a name.' : undefined}
      failureTitle="The view was not saved"
      onSubmit={() => onSave({ name: name.trim(), isShared })}
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          <Field label="Name" error={errorAt('/name')}>
            {(control) => (
              <Input {...control} value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
          <Field
            label="Shared"
            hint="Everyone who may read this list sees it. You and those who manage operators can change it."
          >
            {(control) => (
              <Checkbox {...control} checked={isShared} onCheckedChange={(checked) => setShared(checked === true)} />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  );
}
