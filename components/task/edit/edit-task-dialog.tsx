'use client';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import type { TaskUpdateInput } from '#contract';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { markedFieldsReason } from '@/components/ui/marked-fields.ts';
import { FormField } from '../new/form-field.tsx';
import { type FieldErrors, fieldOf, type NewTaskForm } from '../new/new-task-form.ts';
import { OptionFields } from '../new/option-fields.tsx';
import { StartFields } from '../new/start-fields.tsx';
import { EditInput, useEditedInput } from './edit-input.tsx';
import { taskPatch } from './task-patch.ts';

type EditTaskDialogProps = {
  /** The task as it was when the dialog opened. */
  initial: NewTaskForm;
  /** Whether its start can be changed: it has a schedule or has not begun. */
  hasStart: boolean;
  queues: readonly string[];
  /** What the schedule of a form means. */
  preview: (form: NewTaskForm) => ReactNode;
  /** The input of a current run that had not started when the dialog opened, and whether it has since. */
  input: Omit<ComponentProps<typeof EditInput>, 'edited' | 'problem'> | undefined;
  /** Saves the changed fields, and the input when it was changed. Resolves with what went wrong, or with nothing. */
  onSave: (patch: TaskUpdateInput, input: string | undefined) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

/** Changes a task: input, queue, priority, tags, retries, timeout, schedule. Only what is changed is saved. */
export function EditTaskDialog({ initial, hasStart, queues, preview, input, onSave, onClose }: EditTaskDialogProps) {
  const [form, setForm] = useState(initial);
  const { patch, errors } = useMemo(() => taskPatch(initial, form), [initial, form]);
  const edited = useEditedInput(input?.stored, input?.hasStarted ?? false);
  const changed = Object.keys(patch).length + (edited.text === undefined ? 0 : 1);
  return (
    <FormDialog
      title="Edit task"
      description={`Queue${input === undefined ? '' : ', input'} and priority apply to the current run too. Other fields apply from the next run on.`}
      submitLabel={changed === 0 ? 'Save' : `Save ${changed} ${changed === 1 ? 'field' : 'fields'}`}
      disabledReason={edited.refusal ?? reasonAgainst(changed, Object.keys(errors).length === 0)}
      failureTitle="The task was not changed"
      onSubmit={() => onSave(patch, edited.text)}
      onClose={onClose}
    >
      {(_, problem) => {
        const fields = {
          form,
          errors: { ...refusedBy(problem), ...errors },
          onChange: (change: Partial<NewTaskForm>) => setForm((now) => ({ ...now, ...change })),
        };
        return (
          <>
            <div className="grid items-start gap-3 sm:grid-cols-2">
              <FormField {...fields} name="queue" label="Queue" placeholder="default" list="queues" />
              <FormField
                {...fields}
                name="priority"
                label="Priority"
                placeholder="0"
                hint="Higher priorities run first"
              />
              <FormField {...fields} name="name" label="Name" placeholder="A readable name" />
              <FormField {...fields} name="tags" label="Tags" lines={3} placeholder="name=value, one per line" />
            </div>
            {input !== undefined && <EditInput {...input} edited={edited} problem={problem} />}
            {hasStart && <StartFields {...fields} preview={preview(form)} />}
            <OptionFields {...fields} queues={queues} hasQueue={false} />
          </>
        );
      }}
    </FormDialog>
  );
}

function reasonAgainst(changed: number, isReadable: boolean): string | undefined {
  if (!isReadable) return markedFieldsReason;
  return changed === 0 ? 'Nothing has changed.' : undefined;
}

/** What the service refused, at its fields. */
function refusedBy(problem: ShownProblem | undefined): FieldErrors {
  const found = (problem?.errors ?? []).flatMap(({ pointer, message }) => {
    const { field } = fieldOf(pointer);
    return field === undefined ? [] : [[field, message]];
  });
  return Object.fromEntries(found);
}
