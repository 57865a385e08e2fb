'use client';
import { useId, useState } from 'react';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';
import { pathText, readPath } from './value-path.ts';

type Props = {
  /** Paths that there are columns of, as JSON Pointers. */
  present: readonly string[];
  /** Known paths for completion, as JSON Pointers. */
  known: readonly string[];
  onAdd: (pointer: string) => void;
  onClose: () => void;
};

/** Asks for the path of a new column. */
export function AddColumnDialog({ present, known, onAdd, onClose }: Props) {
  const [text, setText] = useState('');
  const listId = useId();
  const read = readPath(text.trim());
  const problem =
    'problem' in read ? read.problem : present.includes(read.pointer) ? 'There is a column of this path' : undefined;
  return (
    <FormDialog
      size="sm"
      title="Add column from a path"
      description="The column shows the value at this path in the input or output of each task."
      submitLabel="Add column"
      disabledReason={text.trim() === '' ? 'Enter a path.' : problem}
      failureTitle="The column was not added"
      onSubmit={async () => {
        if ('pointer' in read) onAdd(read.pointer);
        onClose();
        return undefined;
      }}
      onClose={onClose}
    >
      {() => (
        <Field
          label="Path"
          hint="Such as input.customer.id, output.items.0 or, for names with special characters, input/a.b/c"
          error={text.trim() === '' || 'input'.startsWith(text) || 'output'.startsWith(text) ? undefined : problem}
        >
          {(control) => (
            <>
              <Input
                {...control}
                value={text}
                list={listId}
                maxLength={300}
                spellCheck={false}
                autoComplete="off"
                className="font-mono"
                onChange={(event) => setText(event.target.value)}
              />
              <datalist id={listId}>
                {known
                  .filter((pointer) => !present.includes(pointer))
                  .map((pointer) => (
                    <option key={pointer} value={pathText(pointer)} />
                  ))}
              </datalist>
            </>
          )}
        </Field>
      )}
    </FormDialog>
  );
}
