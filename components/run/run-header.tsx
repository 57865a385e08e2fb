'use client';
import { ArrowRight, Ban, Copy, CopyPlus, Ellipsis, GitFork, Pause, Play, RotateCw, Send, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import { Id } from '@/components/ui/id.tsx';
import { useCopy } from '@/components/ui/use-copy.ts';
import type { RunStory } from './describe-run.ts';
import type { ActionState, RunActionName } from './run-actions.ts';
import type { RunView, TaskView } from './run-view.ts';

type RunHeaderProps = {
  task: TaskView;
  run: RunView;
  story: RunStory;
  actions: Record<RunActionName, ActionState>;
  onAction: (name: Exclude<RunActionName, 'create'>) => void;
  /** New task like this. */
  onCreate: () => void;
  /** Commands to copy. */
  curl: { create: () => string; read: () => string };
};

/** What the task is, how its run fares, why, what happens next, and what can be done about it. */
export function RunHeader(props: RunHeaderProps) {
  const { task, run, story } = props;
  return (
    <header className="space-y-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="min-w-0 truncate font-semibold text-lg tracking-tight">{task.name ?? task.type}</h1>
            <StatusBadge status={run.status} />
            {!run.isCurrent && <OldRunNote task={task} run={run} />}
          </div>
          <div className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted text-xs">
            {task.name !== undefined && <span>{task.type}</span>}
            <Id value={task.id} label="task id" maximum={40} />
            <span>run {run.runCount}</span>
          </div>
        </div>
        <RunActionBar {...props} />
      </div>
      <div className="space-y-0.5 text-sm" aria-live="polite">
        <p className={run.status === 'failed' || run.status === 'timedOut' ? 'text-danger' : 'text-ink'}>
          {story.sentence}
        </p>
        {story.next !== undefined && (
          <p className="flex items-baseline gap-1.5 text-muted">
            <ArrowRight aria-hidden className="size-3 shrink-0 translate-y-0.5" />
            <span>
              <span className="sr-only">Next: </span>
              {story.next}
            </span>
          </p>
        )}
      </div>
      {task.description !== undefined && <p className="max-w-prose text-muted text-sm">{task.description}</p>}
    </header>
  );
}

function OldRunNote({ task, run }: { task: TaskView; run: RunView }) {
  return (
    <span className="rounded bg-caution-soft px-2 py-0.5 text-caution text-xs">
      Run {run.runCount} of {task.runCount}.{' '}
      <Link href="?" className="font-medium underline">
        See the current run
      </Link>
    </span>
  );
}

function RunActionBar({ run, task, actions, onAction, onCreate, curl }: RunHeaderProps) {
  const { copy } = useCopy();
  const isPaused = task.status === 'paused';
  const isWaitingForEvent = run.waitingFor?.kind === 'event';
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Button
        variant={isWaitingForEvent ? 'primary' : 'secondary'}
        onClick={() => onAction('raise')}
        disabledReason={actions.raise.reason}
      >
        <Send aria-hidden /> Raise event
      </Button>
      <Button onClick={() => onAction('rerun')} disabledReason={actions.rerun.reason}>
        <RotateCw aria-hidden /> Rerun
      </Button>
      {isPaused ? (
        <Button onClick={() => onAction('resume')} disabledReason={actions.resume.reason}>
          <Play aria-hidden /> Resume
        </Button>
      ) : (
        <Button onClick={() => onAction('pause')} disabledReason={actions.pause.reason}>
          <Pause aria-hidden /> Pause
        </Button>
      )}
      <Button onClick={() => onAction('cancel')} disabledReason={actions.cancel.reason}>
        <Ban aria-hidden /> Cancel
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button iconOnly aria-label="More actions">
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => onAction('fork')} disabledReason={actions.fork.reason}>
            <GitFork aria-hidden /> Fork from a step…
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={onCreate} disabledReason={actions.create.reason}>
            <CopyPlus aria-hidden /> New task like this…
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => void copy(curl.create(), 'the command')}>
            <Copy aria-hidden /> Copy as curl: create it
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void copy(curl.read(), 'the command')}>
            <Copy aria-hidden /> Copy as curl: read it
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem isDangerous onSelect={() => onAction('delete')} disabledReason={actions.delete.reason}>
            <Trash2 aria-hidden /> Delete…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}
