'use client';
import { type ReactNode, useMemo, useState } from 'react';
import type { TaskUpdateInput } from '#contract';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { FormField } from '../new/form-field.tsx';
import { type FieldErrors, fieldOf, type NewTaskForm } from '../new/new-task-form.ts';
import { OptionFields } from '../new/option-fields.tsx';
import { StartFields } from '../new/start-fields.tsx';
import { taskPatch } from './task-patch.ts';

type EditTaskDialogProps = {
  /** The task as it was when the dialog opened. */
  initial: NewTaskForm;
  /** Whether its start can be changed: it has a schedule or has not begun. */
  hasStart: boolean;
  queues: readonly string[];
  /** What the schedule of a form means. */
  preview: (form: NewTaskForm) => ReactNode;
  /** Resolves with what went wrong, or with nothing. */
  onSave: (patch: TaskUpdateInput) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

/** Changes a task: queue, priority, tags, retries, timeout, schedule. Only what is changed is saved. */
export function EditTaskDialog({ initial, hasStart, queues, preview, onSave, onClose }: EditTaskDialogProps) {
  const [form, setForm] = useState(initial);
  const { patch, errors } = useMemo(() => taskPatch(initial, form), [initial, form]);
  const changed = Object.keys(patch).length;
  return (
    <FormDialog
      title="Edit task"
      description="Queue and priority apply to the current run too. Other fields apply from the next run on."
      submitLabel={changed === 0 ? 'Save' : `Save ${changed} ${changed === 1 ? 'field' : 'fields'}`}
      disabledReason={reasonAgainst(changed, Object.keys(errors).length === 0)}
      failureTitle="The task was not changed"
      onSubmit={() => onSave(patch)}
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
            {hasStart && <StartFields {...fields} preview={preview(form)} />}
            <OptionFields {...fields} queues={queues} hasQueue={false} />
          </>
        );
      }}
    </FormDialog>
  );
}

function reasonAgainst(changed: number, isReadable: boolean): string | undefined {
  if (!isReadable) return 'Correct the marked fields first.';
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
