'use client';
import { ScheduleMeaning } from '@/components/schedule/schedule-meaning.tsx';
import type { NewTaskForm } from '@/components/task/new/new-task-form.ts';
import { useScheduleMeaning } from '../use-schedule-meaning.ts';

/** What the schedule of a form means, as it is written. */
export function SchedulePreview({ form }: { form: NewTaskForm }) {
  return (
    <ScheduleMeaning
      meaning={useScheduleMeaning(form)}
      timeZone={form.timeZone || 'UTC'}
      hasCron={form.cron.trim() !== ''}
    />
  );
}
