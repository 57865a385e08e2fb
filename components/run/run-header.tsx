'use client';
import type { ReactNode } from 'react';
import { PageName } from '@/components/shell/page-name.tsx';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { taskName } from '@/components/task/task-row.ts';
import { cn } from '@/components/ui/class-names.ts';
import { CutText } from '@/components/ui/cut-text.tsx';
import { Link } from '@/components/ui/link.tsx';
import { useAtPresent } from '@/components/ui/time-preferences.tsx';
import { type RunStory, untilEnd } from './describe-run.ts';
import { RunActionBar, type RunActionBarProps } from './run-action-bar.tsx';
import type { RunView, TaskView } from './run-view.ts';

type RunHeaderProps = RunActionBarProps & {
  run: RunView;
  /** Tells how the run fares as of a time in milliseconds. */
  tell: (now: number) => RunStory;
  trail?: ReactNode;
  /** Who else looks at it. */
  others?: ReactNode;
};

/** How the run fares, why and what happens next, and what can be done. */
export function RunHeader({ tell, run, trail, others, ...bar }: RunHeaderProps) {
  const { task } = bar;
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1 xl:min-h-10 xl:flex-nowrap">
      <StatusBadge status={run.status} />
      <PageName name={taskName(task)} className="flex-1" />
      {!run.isCurrent && <OldRunNote task={task} run={run} className="max-sm:order-last" />}
      {others}
      <Story run={run} tell={tell} />
      <div className="ml-auto flex shrink-0 items-center gap-1.5">
        {trail}
        <RunActionBar {...bar} />
      </div>
    </header>
  );
}

/** Rendered every second by itself, and no more once the run has ended. */
function Story({ run, tell }: Pick<RunHeaderProps, 'run' | 'tell'>) {
  const story = tell(useAtPresent((now) => untilEnd(run, now)));
  return (
    <>
      <p
        aria-live="polite"
        className={cn(
          'min-w-0 text-sm max-xl:order-last max-xl:basis-full xl:flex-1',
          // as high for a short sentence, so that the end of a run moves nothing
          'min-h-10 sm:h-5 sm:min-h-0 xl:h-auto',
        )}
      >
        <CutText label="sentence" className="line-clamp-3 wrap-anywhere sm:line-clamp-1 xl:line-clamp-2">
          <span className={isBad(run) ? 'text-danger' : 'text-ink'}>{story.sentence}</span>
          {story.next !== undefined && (
            <span className="text-muted">
              {' '}
              <span className="sr-only">Next: </span>
              {story.next}
            </span>
          )}
        </CutText>
      </p>
      {story.leadsTo !== undefined && (
        <Link
          href={`/tasks/${encodeURIComponent(story.leadsTo.taskId)}`}
          title={story.leadsTo.name ?? story.leadsTo.taskId}
          className="shrink-0 whitespace-nowrap text-accent text-sm underline decoration-line underline-offset-2 max-xl:order-last"
        >
          Open that task
        </Link>
      )}
    </>
  );
}

const isBad = (run: RunView) => run.status === 'failed' || run.status === 'timedOut';

type OldRunNoteProps = { task: TaskView; run: RunView; className: string };

/** On a phone it has a line below: beside the status it would leave no room for the actions. */
function OldRunNote({ task, run, className }: OldRunNoteProps) {
  return (
    <span
      className={cn(
        'w-fit shrink-0 whitespace-nowrap rounded bg-caution-soft px-2 py-0.5 text-caution text-xs',
        className,
      )}
    >
      Run {run.runCount} of {task.runCount}.{' '}
      <Link href="?" className="font-medium underline">
        See the current run
      </Link>
    </span>
  );
}
