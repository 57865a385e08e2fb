'use client';
import { taskName } from '@/components/task/task-row.ts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Time } from '@/components/ui/time.tsx';
import { toast } from '@/components/ui/toast.ts';
import { skipOccurrence } from '../actions.ts';
import type { ScheduledTask } from '../read-schedules.ts';

type SkipOccurrenceProps = { task: ScheduledTask; nextRunOn: string; onClose: () => void };

/** Asks before the next occurrence of a schedule is left out, naming it and the one after it. */
export function SkipOccurrence({ task, nextRunOn, onClose }: SkipOccurrenceProps) {
  const after = task.next.find((time) => Date.parse(time) > Date.parse(nextRunOn));
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Skip the next run?"
      description={
        <>
          {taskName(task)} will not run at <Time value={nextRunOn} style="absolute" />.{' '}
          {after === undefined ? (
            'The schedule has no later occurrence.'
          ) : (
            <>
              Its next run is at <Time value={after} style="absolute" />.
            </>
          )}
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
