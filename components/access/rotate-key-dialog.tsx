'use client';
import { useState } from 'react';
import type { ApiKey } from '#contract';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Select } from '@/components/ui/select.tsx';

type RotateKeyDialogProps = {
  apiKey: ApiKey;
  onRotate: (overlapInHours: number) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

const overlaps = [
  { hours: 0, label: 'At once' },
  { hours: 1, label: 'After 1 hour' },
  { hours: 24, label: 'After 1 day' },
  { hours: 168, label: 'After 7 days' },
] as const;

/** Replaces a key by a new one, and says how long both work. */
export function RotateKeyDialog({ apiKey, onRotate, onClose }: RotateKeyDialogProps) {
  const [hours, setHours] = useState<number>(24);
  return (
    <FormDialog
      title={`Rotate ${apiKey.name}?`}
      description="A new key with the same name, owner and scopes is created and shown once."
      submitLabel="Rotate key"
      failureTitle="The key was not rotated"
      onSubmit={() => onRotate(hours)}
      onClose={onClose}
    >
      {(errorAt) => (
        <Field
          label="The old key ends"
          hint="Until then both work, so that programs can be changed one by one."
          error={errorAt('/overlapInHours')}
        >
          {(control) => (
            <Select {...control} value={hours} onChange={(event) => setHours(Number(event.target.value))}>
              {overlaps.map((overlap) => (
                <option key={overlap.hours} value={overlap.hours}>
                  {overlap.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </FormDialog>
  );
}
