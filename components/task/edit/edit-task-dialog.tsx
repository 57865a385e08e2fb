'use client';
import { type FormEvent, useId, useMemo, useState } from 'react';
import type { TaskUpdateInput } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState, type ShownProblem } from '@/components/ui/error-state.tsx';
import { FormField } from '../new/form-field.tsx';
import { type FieldErrors, fieldOf, type NewTaskForm } from '../new/new-task-form.ts';
import { OptionFields } from '../new/option-fields.tsx';
import { StartFields } from '../new/start-fields.tsx';
import { taskPatch } from './task-patch.ts';

type Answer = { ok: true } | { ok: false; problem: ShownProblem };

type EditTaskDialogProps = {
  /** The task as it was when the dialog opened. */
  initial: NewTaskForm;
  /** Whether its start can be changed: it has a schedule or has not begun. */
  hasStart: boolean;
  queues: readonly string[];
  onSave: (patch: TaskUpdateInput) => Promise<Answer>;
  onClose: () => void;
};

/** Changes a task: queue, priority, tags, retries, timeout, schedule. Only what is changed is saved. */
export function EditTaskDialog({ initial, hasStart, queues, onSave, onClose }: EditTaskDialogProps) {
  const formId = useId();
  const [form, setForm] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ShownProblem>();
  const { patch, errors } = useMemo(() => taskPatch(initial, form), [initial, form]);
  const changed = Object.keys(patch).length;
  const isReadable = Object.keys(errors).length === 0;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (changed === 0 || !isReadable || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    const answer = await onSave(patch).catch((): Answer => ({ ok: false, problem: unreachable }));
    setBusy(false);
    if (!answer.ok) setProblem(answer.problem);
  };
  const fields = {
    form,
    errors: { ...refusedBy(problem), ...errors },
    onChange: (change: Partial<NewTaskForm>) => setForm((now) => ({ ...now, ...change })),
  };

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        size="md"
        title="Edit task"
        description="Queue and priority apply to the current run too. Other fields apply from the next run on."
        footer={
          <>
            <DialogClose asChild>
              <Button>Close</Button>
            </DialogClose>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              aria-busy={isBusy}
              disabled={isBusy}
              disabledReason={reasonAgainst(changed, isReadable)}
            >
              {changed === 0 ? 'Save' : `Save ${changed} ${changed === 1 ? 'field' : 'fields'}`}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          className="grid gap-3"
          onSubmit={(event) => void save(event)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event);
          }}
        >
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
          {hasStart && <StartFields {...fields} />}
          <OptionFields {...fields} queues={queues} hasQueue={false} />
          {problem !== undefined && <ErrorState title="The task was not changed" problem={problem} />}
        </form>
      </DialogContent>
    </Dialog>
  );
}

const unreachable: ShownProblem = {
  code: 'Unreachable',
  detail: 'The dashboard did not answer. Check the connection and try again.',
};

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
