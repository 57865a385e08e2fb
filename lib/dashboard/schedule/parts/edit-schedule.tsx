'use client';
import { type FormEvent, useState } from 'react';
import { stringifyJson } from '#contract';
import { ScheduleFields } from '@/components/schedule/schedule-fields.tsx';
import { useLeaveQuestion } from '@/components/shell/use-leave-question.tsx';
import { taskPatch } from '@/components/task/edit/task-patch.ts';
import { emptyForm, type NewTaskForm } from '@/components/task/new/new-task-form.ts';
import { taskName } from '@/components/task/task-row.ts';
import { Button } from '@/components/ui/button.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { submitOnMainKey } from '@/components/ui/main-key.ts';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { toast } from '@/components/ui/toast.ts';
import { useSend } from '@/components/ui/use-send.ts';
import { saveTask } from '../../task/edit/actions.ts';
import type { ScheduledTask } from '../read-schedules.ts';
import { useScheduleMeaning } from '../use-schedule-meaning.ts';
import { SchedulePreview } from './schedule-preview.tsx';

type EditScheduleProps = {
  task: ScheduledTask;
  /** Why the operator may not change it. */
  reason: string | undefined;
  onSaved: () => void;
};

const question = { title: 'Leave this schedule?', description: 'Its changes have not been saved.' };

/** Changes a task's schedule, saying while one writes what it means and when it starts next. */
export function EditSchedule({ task, reason, onSaved }: EditScheduleProps) {
  const stored = formOfSchedule(task);
  const [before, setBefore] = useState(stored);
  const [form, setForm] = useState<NewTaskForm>({ ...stored, start: 'schedule' });
  const { isBusy, problem, send } = useSend();
  const { patch, errors } = taskPatch(before, form);
  const isSame = Object.keys(patch).length === 0;
  const storedText = JSON.stringify(stored);
  const [seen, setSeen] = useState(storedText);
  if (storedText !== seen) {
    setSeen(storedText);
    if (isSame) {
      setBefore(stored);
      setForm({ ...stored, start: 'schedule' });
    }
  }
  const meaning = useScheduleMeaning(form);
  const refusal = Object.values(errors)[0] ?? (meaning && 'problem' in meaning ? meaning.problem : undefined);
  const { dialog } = useLeaveQuestion({ isUnfinished: !isSame && form.cron.trim() !== '', question });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await send(() => saveTask({ id: task.id, before, patch: stringifyJson(patch) })))) return;
    setBefore(form);
    toast.success('Schedule saved', { description: taskName(task) });
    onSaved();
  };

  return (
    <form
      aria-label="Schedule"
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDownCapture={submitOnMainKey}
      className="grid items-start gap-4 rounded-lg border border-line bg-surface p-3 lg:grid-cols-2"
    >
      <div className="grid gap-3">
        <ScheduleFields
          form={form}
          errors={form.cron.trim() === '' ? {} : errors}
          onChange={(change) => setForm((now) => ({ ...now, ...change }))}
          preview={null}
        />
        {problem !== undefined && (
          <ErrorState title={outcomeTitle('The schedule was not saved', problem)} problem={problem} />
        )}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          disabled={isBusy}
          aria-busy={isBusy}
          disabledReason={reason ?? (isSame ? 'Nothing has changed.' : refusal)}
        >
          {isBusy ? 'Saving…' : 'Save schedule'}
        </Button>
      </div>
      <SchedulePreview form={form} planned={isSame ? task : undefined} />
      {dialog}
    </form>
  );
}

/** The schedule of a task as a form; a task without one does not start on a schedule. */
function formOfSchedule({ type, schedule }: ScheduledTask): NewTaskForm {
  if (schedule === undefined) return { ...emptyForm, type };
  const { cron, timeZone, until = '' } = schedule;
  return { ...emptyForm, type, start: 'schedule', cron, timeZone, until };
}
