'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { stringifyJson, type TaskType } from '#contract';
import type { JsonCheck } from '@/components/json/check-json.ts';
import { JsonEditor } from '@/components/json/json-editor.tsx';
import { FormField } from '@/components/task/new/form-field.tsx';
import { exampleInput, type NewTaskForm } from '@/components/task/new/new-task-form.ts';
import { OptionFields } from '@/components/task/new/option-fields.tsx';
import { RequestPreview } from '@/components/task/new/request-preview.tsx';
import { StartFields } from '@/components/task/new/start-fields.tsx';
import { TypePicker } from '@/components/task/new/type-picker.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useIdempotencyKey } from '@/components/ui/use-idempotency-key.ts';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import type { ListPage } from '@/lib/dashboard/list/page.ts';
import { type DashboardProblem, problemOf } from '@/lib/dashboard/problem/problem.ts';
import { fetchJson } from '@/lib/dashboard/query/fetch-json.ts';
import { createTask } from '@/lib/dashboard/task/new/actions.ts';
import { useLeaveGuard } from '@/lib/dashboard/task/new/use-leave-guard.ts';
import { useNewTaskForm } from '@/lib/dashboard/task/new/use-new-task-form.ts';
import { useQueueNames } from '@/lib/dashboard/worker/use-queue-names.ts';

type Props = { initial: NewTaskForm; origin: { id: string; name: string } | undefined };

/** The form of a new task, beside the request that it stands for. */
export function NewTask({ initial, origin }: Props) {
  const router = useRouter();
  const types = useQuery({
    queryKey: ['task-types'],
    queryFn: ({ signal }) => fetchJson<ListPage<TaskType>>('/api/task-types', { signal }),
  });
  // a form that begins with something must not be replaced by a draft of another
  const draft = useNewTaskForm(initial, `new-task ${origin?.id ?? initial.type}`);
  const { form, errors, change } = draft;
  const type = types.data?.value.find((one) => one.type === form.type);
  const [check, setCheck] = useState<JsonCheck>();
  const [problem, setProblem] = useState<DashboardProblem>();
  const [isSending, setSending] = useState(false);
  const [isDone, setDone] = useState(false);
  const keyOf = useIdempotencyKey();
  const queues = useQueueNames();
  const { reason } = useMay('tasks/create');
  const guard = useLeaveGuard(draft.isDirty && !isDone);

  const choose = (chosen: TaskType) => {
    const isUntouched = form.input.trim() === '' || form.input === exampleInput(type);
    change({ type: chosen.type, ...(isUntouched && { input: exampleInput(chosen) }) });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    draft.tryIt();
    setProblem(undefined);
    if (!draft.isReady || (check?.problems.length ?? 0) > 0) return;
    const config = stringifyJson(draft.config);
    setSending(true);
    try {
      const result = await createTask({ config, idempotencyKey: keyOf(config) });
      if (!result.ok) {
        setProblem(result.problem);
        draft.refuse(result.problem.errors ?? []);
        return;
      }
      setDone(true);
      draft.forget();
      toast.success('Task created');
      router.push(`/tasks/${encodeURIComponent(result.value)}`);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setSending(false);
    }
  };
  const fields = { form, errors, onChange: change };
  const inputProblem = check?.problems[0]?.message;

  return (
    <form
      className="mx-auto grid w-full max-w-7xl gap-4 p-3 sm:p-4"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <PageHeader
        className="sticky top-0 z-10 -mx-3 bg-canvas px-3 py-2 sm:-mx-4 sm:px-4"
        title="New task"
        description={origin && `Like ${origin.name} (${origin.id})`}
        actions={
          <>
            {draft.isDirty && (
              <Button variant="ghost" onClick={draft.startOver}>
                Start over
              </Button>
            )}
            <Button type="submit" variant="primary" disabledReason={reason} disabled={isSending}>
              {isSending ? 'Creating…' : 'Create task'}
            </Button>
          </>
        }
      />
      {draft.isRestored && (
        <p role="status" className="text-muted text-sm">
          Your unsaved draft is back.
        </p>
      )}
      {problem && <ErrorState title="The task was not created" problem={problem} />}
      {types.error && (
        <ErrorState
          title="The task types could not be read"
          problem={problemOf(types.error)}
          onRetry={() => void types.refetch()}
        />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-5">
          <TypePicker types={types.data?.value ?? []} value={form.type} onChange={choose} error={errors.type} />
          <div className="grid gap-1">
            <div className="flex items-center gap-2">
              <span className="flex-1 font-medium text-ink text-xs">Input</span>
              {type?.exampleInput !== undefined && form.input !== exampleInput(type) && (
                <Button variant="ghost" size="sm" onClick={() => change({ input: exampleInput(type) })}>
                  Use the example
                </Button>
              )}
            </div>
            <JsonEditor
              label="Input"
              value={form.input}
              onChange={(input) => change({ input })}
              onCheck={setCheck}
              schema={type?.inputSchema}
              errors={draft.inputErrors}
              className="h-72"
            />
            {errors.input !== undefined && inputProblem === undefined && (
              <p role="alert" className="text-danger text-xs">
                {errors.input}
              </p>
            )}
          </div>
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
          <StartFields {...fields} />
          <OptionFields {...fields} queues={queues} />
        </div>
        <div className="min-w-0 lg:sticky lg:top-16">
          <h2 className="mb-1 font-medium text-ink text-xs">Same request in code</h2>
          <RequestPreview config={draft.config} />
        </div>
      </div>
      <ConfirmDialog
        isOpen={guard.target !== undefined}
        onOpenChange={(isOpen) => !isOpen && guard.stay()}
        title="Leave this form?"
        description="The task has not been created. The draft is kept in this tab until you create it or start over."
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        onConfirm={async () => {
          setDone(true);
          router.push(guard.target ?? '/tasks');
        }}
      />
    </form>
  );
}
