'use client';
import { Pause, Play, SkipForward, Zap } from 'lucide-react';
import { useState } from 'react';
import { pauseProblem, runProblem, skipProblem } from '@/components/schedule/schedule-columns.tsx';
import { ActBar, type Acts, withFirst } from '@/components/shell/act-bar.tsx';
import { PageName } from '@/components/shell/page-name.tsx';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { taskName } from '@/components/task/task-row.ts';
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

/** The name and status of a schedule, and what can be done to it with one press. */
export function ScheduleHeader({ task, reason, onDone }: Props) {
  /** The schedule as it was when the question was asked: the page goes on to follow it, the question does not. */
  const [skipped, setSkipped] = useState<ScheduledTask>();
  const acts = headerActs({ task, reason, acts: scheduleActs(onDone), onSkip: () => setSkipped(task) });
  return (
    <>
      <header className="flex flex-wrap items-center gap-2">
        <PageName name={taskName(task)} className="basis-full" />
        <StatusBadge status={task.status} />
        <Link
          href={`/tasks/${encodeURIComponent(task.id)}`}
          className="text-muted text-sm underline decoration-line underline-offset-2 hover:text-ink"
        >
          Open task
        </Link>
        <ActBar {...acts} />
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

type HeaderActs = Pick<Props, 'task' | 'reason'> & { acts: ReturnType<typeof scheduleActs>; onSkip: () => void };

/** Returns the act that helps now, which is to resume a schedule that is paused and to run any other, and all others. */
function headerActs({ task, reason, acts, onSkip }: HeaderActs): Acts {
  const isPaused = task.status === 'paused';
  return withFirst(
    [
      {
        name: 'run',
        icon: Zap,
        label: 'Run now',
        reason: reason ?? runProblem(task.status),
        run: () => void acts.run(task),
      },
      {
        name: 'toggle',
        icon: isPaused ? Play : Pause,
        label: isPaused ? 'Resume' : 'Pause',
        reason: reason ?? pauseProblem(task.status),
        run: () => void acts.toggle(task),
      },
      {
        name: 'skip',
        icon: SkipForward,
        label: 'Skip next run',
        reason: reason ?? skipProblem(task.status),
        run: onSkip,
      },
    ],
    isPaused ? 'toggle' : 'run',
  );
}
