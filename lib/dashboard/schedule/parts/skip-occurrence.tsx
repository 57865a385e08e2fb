'use client';
import { taskName } from '@/components/task/task-row.ts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { toast } from '@/components/ui/toast.ts';
import { skipOccurrence } from '../actions.ts';
import type { ScheduledTask } from '../read-schedules.ts';

type SkipOccurrenceProps = { task: ScheduledTask; nextRunOn: string; onClose: () => void };

/** Asks before the next occurrence of a schedule is left out, naming it and the one after it in the zone of the schedule. */
export function SkipOccurrence({ task, nextRunOn, onClose }: SkipOccurrenceProps) {
  const { timeZone = 'UTC' } = task.schedule ?? {};
  const inZone = (time: string) => <time dateTime={time}>{formatAbsolute(new Date(time), timeZone)}</time>;
  const after = task.next.find((time) => Date.parse(time) > Date.parse(nextRunOn));
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Skip the next run?"
      description={
        <>
          {taskName(task)} will not run at {inZone(nextRunOn)} in {timeZone.replaceAll('_', ' ')}.{' '}
          {after === undefined ? 'The schedule has no later occurrence.' : <>Its next run is at {inZone(after)}.</>}
        </>
      }
      confirmLabel="Skip"
      cancelLabel="Keep it"
      onConfirm={async () => {
        const result = await skipOccurrence({ id: task.id, etag: task.etag, nextRunOn });
        if (!result.ok) {
          return result.problem.code === 'PreconditionFailed'
            ? 'The task has changed in the meantime. Close this, check the schedule and try again.'
            : result.problem.detail;
        }
        toast.success('Next run skipped', { description: taskName(task) });
      }}
    />
  );
}
