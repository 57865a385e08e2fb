'use client';
import { Pause, Play, SkipForward, Zap } from 'lucide-react';
import { useState } from 'react';
import { pauseProblem, runProblem, skipProblem } from '@/components/schedule/schedule-columns.tsx';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { taskName } from '@/components/task/task-row.ts';
import { Button } from '@/components/ui/button.tsx';
import { Link } from '@/components/ui/link.tsx';
import type { ScheduledTask } from '../read-schedules.ts';
import { scheduleActs } from '../schedule-acts.ts';
import { SkipOccurrence } from './skip-occurrence.tsx';

type Props = {
  task: ScheduledTask;
  /** Why nothing can be done here: a missing scope. */
  reason: string | undefined;
  /** Called after each act, whether it succeeded or not. */
  onDone: () => void;
};

/** The status of a schedule, whose name stands in the breadcrumb, and what can be done to it with one press. */
export function ScheduleHeader({ task, reason, onDone }: Props) {
  /** The schedule as it was when the question was asked: the page goes on to follow it, the question does not. */
  const [skipped, setSkipped] = useState<ScheduledTask>();
  const acts = scheduleActs(onDone);
  const isPaused = task.status === 'paused';
  return (
    <>
      <header className="flex flex-wrap items-center gap-2">
        <h1 className="sr-only">{taskName(task)}</h1>
        <StatusBadge status={task.status} />
        <div className="ml-auto flex flex-wrap items-center gap-1.5">
          <Button size="sm" asChild>
            <Link href={`/tasks/${encodeURIComponent(task.id)}`}>Open task</Link>
          </Button>
          <Button size="sm" disabledReason={reason ?? skipProblem(task.status)} onClick={() => setSkipped(task)}>
            <SkipForward aria-hidden /> Skip next run
          </Button>
          <Button
            size="sm"
            actionKey={isPaused ? 'resume' : 'pause'}
            disabledReason={reason ?? pauseProblem(task.status)}
            onClick={() => void acts.toggle(task)}
          >
            {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />} {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button size="sm" disabledReason={reason ?? runProblem(task.status)} onClick={() => void acts.run(task)}>
            <Zap aria-hidden /> Run now
          </Button>
        </div>
      </header>
      {skipped?.nextRunOn !== undefined && (
        <SkipOccurrence
          task={skipped}
          nextRunOn={skipped.nextRunOn}
          onClose={() => {
            setSkipped(undefined);
            onDone();
          }}
        />
      )}
    </>
  );
}
