'use client';
import { type Planned, ScheduleMeaning } from '@/components/schedule/schedule-meaning.tsx';
import type { NewTaskForm } from '@/components/task/new/new-task-form.ts';
import { useScheduleMeaning } from '../use-schedule-meaning.ts';

type Props = {
  form: NewTaskForm;
  /** The task whose schedule the form shows unchanged. */
  planned?: Planned | undefined;
};

/** What the schedule of a form means, as it is written. */
export function SchedulePreview({ form, planned }: Props) {
  return (
    <ScheduleMeaning
      planned={planned}
      meaning={useScheduleMeaning(form)}
      timeZone={form.timeZone || 'UTC'}
      hasCron={form.cron.trim() !== ''}
    />
  );
}
