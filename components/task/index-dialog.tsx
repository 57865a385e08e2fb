'use client';
import { useState } from 'react';
import type { ValueIndexInput } from '#contract';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { pathText } from './value-path.ts';

type Props = {
  /** The path of the values, as a JSON Pointer. */
  path: string;
  /** The type that the list shows, if it is one. */
  type: string | undefined;
  onSubmit: (input: ValueIndexInput) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

/** Asks for an index of a path. */
export function IndexDialog({ path, type, onSubmit, onClose }: Props) {
  const [isOfType, setOfType] = useState(false);
  return (
    <FormDialog
      size="sm"
      title={`Request an index of ${pathText(path)}`}
      description="Everyone can then sort the list of tasks by this path, and tasks with a given input at it are found at once. The index is built in the background. It takes space in the database, and a little time whenever a task is created or ends. Sensitive values are not in it."
      submitLabel="Request index"
      failureTitle="The index was not created"
      onSubmit={async () => {
        const problem = await onSubmit({ path, ...(isOfType && type !== undefined && { type }) });
        if (problem === undefined) onClose();
        return problem;
      }}
      onClose={onClose}
    >
      {(errorAt) =>
        type !== undefined && (
          <Field
            label={`Only tasks of the type ${type}`}
            hint="A smaller index, for lists of this type alone"
            error={errorAt('/type')}
          >
            {(control) => (
              <Checkbox {...control} checked={isOfType} onCheckedChange={(checked) => setOfType(checked === true)} />
            )}
          </Field>
        )
      }
    </FormDialog>
  );
}
