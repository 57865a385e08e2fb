'use client';
import { type FormEvent, useState } from 'react';
import type { TaskType } from '#contract';
import type { JsonCheck } from '@/components/json/check-json.ts';
import { ScheduleFields } from '@/components/schedule/schedule-fields.tsx';
import { FormField } from '@/components/task/new/form-field.tsx';
import { InputField } from '@/components/task/new/input-field.tsx';
import { exampleInput, type NewTaskForm } from '@/components/task/new/new-task-form.ts';
import { OptionFields } from '@/components/task/new/option-fields.tsx';
import { RequestPreview } from '@/components/task/new/request-preview.tsx';
import { StartFields } from '@/components/task/new/start-fields.tsx';
import { TypePicker } from '@/components/task/new/type-picker.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { submitOnMainKey } from '@/components/ui/main-key.ts';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { ScopeNote } from '@/components/ui/scope-note.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import { UnknownAddress } from '../../list/parts/unknown-address.tsx';
import { problemOf } from '../../problem/problem.ts';
import { SchedulePreview } from '../../schedule/parts/schedule-preview.tsx';
import { useQueueNames } from '../../worker/use-queue-names.ts';
import type { newTaskParams } from '../new/new-task-params.ts';
import { useCreateTask } from '../new/use-create-task.ts';
import { useTaskTypes } from '../use-task-types.ts';

type NewTaskProps = {
  initial: NewTaskForm;
  /** The task that it is made like. */
  origin: { id: string; name: string } | undefined;
  /** Whether the task starts on a schedule and at no other time. */
  isSchedule?: boolean;
};

/** The form of a new task or schedule, beside the request that it stands for. */
export function NewTask({ initial, origin, isSchedule = false }: NewTaskProps) {
  const types = useTaskTypes();
  // a form that begins with something must not be replaced by a draft of another
  const kind = isSchedule ? 'schedule' : 'task';
  const task = useCreateTask(initial, { draftName: `new-${kind} ${origin?.id ?? initial.type}`, kind });
  const { form, errors, change, problem } = task;
  const type = types.data?.value.find((one) => one.type === form.type);
  const isType = (text: string) => types.data?.value.some((one) => one.type === text) !== false;
  const params = {
    type: { parse: (text: string) => (isType(text) ? text : null) },
    from: {
      parse: (text: string) => (text === origin?.id ? text : null),
      problem: (text: string) => `there is no task ${text} that you can see`,
    },
  } satisfies Record<keyof typeof newTaskParams, unknown>;
  const [check, setCheck] = useState<JsonCheck>();
  const queues = useQueueNames();
  const { reason } = useMay('tasks/create');
  const { reason: unreadable } = useMay('tasks/read');

  const choose = (chosen: TaskType) => {
    const isUntouched = form.input.trim() === '' || form.input === exampleInput(type);
    change({ type: chosen.type, ...(isUntouched && { input: exampleInput(chosen) }) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void task.submit({ isInputValid: (check?.problems.length ?? 0) === 0 });
  };
  const fields = { form, errors, onChange: change };

  return (
    <form
      className="mx-auto grid w-full max-w-7xl gap-4 p-3 sm:p-4"
      noValidate
      onSubmit={submit}
      onKeyDownCapture={submitOnMainKey}
    >
      <PageHeader
        className="sticky top-0 z-10 -mx-3 bg-canvas px-3 py-2 sm:-mx-4 sm:px-4"
        title={`New ${kind}`}
        description={origin && `Like ${origin.name} (${origin.id})`}
        actions={
          <>
            {task.isDirty && (
              <Button variant="ghost" onClick={task.startOver}>
                Start over
              </Button>
            )}
            <Button type="submit" variant="primary" disabledReason={reason} disabled={task.isSending}>
              {task.isSending ? 'Creating…' : `Create ${kind}`}
            </Button>
          </>
        }
      />
      <UnknownAddress params={params} />
      <ScopeNote reason={reason} act={`create a ${kind}`} />
      {task.isRestored && (
        <p role="status" className="text-muted text-sm">
          Your unsaved draft is back.
        </p>
      )}
      {problem && <ErrorState title={outcomeTitle(`The ${kind} was not created`, problem)} problem={problem} />}
      {types.error && (
        <ErrorState
          title="The task types could not be read"
          problem={problemOf(types.error)}
          onRetry={() => void types.refetch()}
        />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-5">
          <TypePicker
            types={types.data?.value}
            unread={types.isError ? 'The task types could not be read.' : unreadable}
            value={form.type}
            onChange={choose}
            error={errors.type}
          />
          {isSchedule && <ScheduleFields {...fields} preview={null} />}
          <InputField
            tabIndents
            value={form.input}
            type={type}
            check={check}
            error={errors.input}
            errors={task.inputErrors}
            onChange={(input) => change({ input })}
            onCheck={setCheck}
          />
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <FormField {...fields} name="name" label="Name" placeholder="A readable name" />
            <FormField {...fields} name="id" label="Id" isMono placeholder="generated by the service" />
            <FormField
              {...fields}
              name="tags"
              label="Tags"
              isMono
              lines={3}
              placeholder={'customer=42\nregion=eu'}
              hint="One name=value per line"
            />
            <FormField {...fields} name="description" label="Description" lines={3} />
          </div>
          {!isSchedule && <StartFields {...fields} preview={<SchedulePreview form={form} />} />}
          <OptionFields {...fields} queues={queues} />
        </div>
        <div className="min-w-0 lg:sticky lg:top-16">
          {isSchedule && (
            <div className="mb-4">
              <SchedulePreview form={form} />
            </div>
          )}
          <h2 className="mb-1 font-medium text-ink text-xs">Same request in code</h2>
          <RequestPreview config={task.config} />
        </div>
      </div>
      {task.isLeaving && (
        <ConfirmDialog
          onClose={task.stay}
          title="Leave this form?"
          description={`The ${kind} has not been created. The draft is kept in this tab until you create it or start over.`}
          confirmLabel="Leave"
          cancelLabel="Keep editing"
          onConfirm={async () => task.leave()}
        />
      )}
    </form>
  );
}
