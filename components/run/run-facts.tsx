'use client';
import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { Duration } from '@/components/ui/duration.tsx';
import { Id } from '@/components/ui/id.tsx';
import { Time } from '@/components/ui/time.tsx';
import { runDuration } from './describe-run.ts';
import type { RunView, TaskView } from './run-view.ts';

type Fact = { name: string; value: ReactNode; isWide?: boolean };

type RunFactsProps = { task: TaskView; run: RunView; now: number; listHref: (filter: string) => string };

/** The facts of a task and the run that is seen, in a dense grid. `listHref` makes a link to the list under a filter. */
export function RunFacts({ task, run, now, listHref }: RunFactsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2 sm:hidden"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight aria-hidden className={cn(isOpen && 'rotate-90')} /> Details
      </Button>
      <dl
        className={cn(
          'grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4 gap-y-1.5 text-sm',
          !isOpen && 'max-sm:hidden',
        )}
      >
        {factsOf(task, run, now, listHref).map((fact) => (
          <div key={fact.name} className={cn('min-w-0', fact.isWide && 'col-span-2')}>
            <dt className="text-muted text-xs">{fact.name}</dt>
            <dd className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1">{fact.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function factsOf(task: TaskView, run: RunView, now: number, listHref: (filter: string) => string): Fact[] {
  const filtered = (filter: string, text: string) => (
    <Link href={listHref(filter)} className="truncate hover:underline" title={`Tasks with ${filter}`}>
      {text}
    </Link>
  );
  const took = runDuration(run, now);
  const queueWait = queueWaitOf(run, now);
  const facts: (Fact | undefined)[] = [
    { name: 'Type', value: filtered(`type:${task.type}`, task.type) },
    { name: 'Task id', value: <Id value={task.id} label="task id" maximum={24} /> },
    { name: 'Queue', value: filtered(`queue:${task.queue}`, task.queue) },
    { name: 'Priority', value: task.priority },
    { name: 'Run', value: `${run.runCount}${run.isCurrent ? '' : ` of ${task.runCount}`} · ${triggerWord(run)}` },
    { name: 'Attempt', value: attemptText(task, run) },
    {
      name: run.runCount === 1 ? 'Created' : 'Run asked for',
      value: <Time value={run.runCount === 1 ? task.createdOn : run.queuedOn} />,
    },
    { name: 'By', value: <span className="truncate">{run.triggeredBy}</span> },
    { name: 'Queued for', value: queueWait === undefined ? '–' : <Duration ms={queueWait} /> },
    { name: 'Started', value: run.startedOn === undefined ? 'not yet' : <Time value={run.startedOn} /> },
    { name: 'Ended', value: run.endedOn === undefined ? 'not yet' : <Time value={run.endedOn} /> },
    { name: 'Duration', value: took === undefined ? '–' : <Duration ms={took} /> },
    run.worker === undefined
      ? undefined
      : { name: 'Worker', value: <Id value={run.worker} label="worker" maximum={24} /> },
    task.parent === undefined
      ? undefined
      : {
          name: 'Parent',
          value: (
            <Link
              href={`/tasks/${encodeURIComponent(task.parent.taskId)}?run=${task.parent.runCount}&step=${task.parent.sequence}`}
              className="truncate font-mono text-accent text-xs hover:underline"
            >
              {task.parent.taskId}
            </Link>
          ),
        },
    task.schedule === undefined
      ? undefined
      : {
          name: 'Schedule',
          value: <code className="font-mono text-xs">{`${task.schedule.cron} (${task.schedule.timeZone})`}</code>,
        },
    task.nextRunOn === undefined ? undefined : { name: 'Next run', value: <Time value={task.nextRunOn} /> },
    task.concurrencyKey === undefined
      ? undefined
      : { name: 'Concurrency', value: `${task.concurrencyKey}, at most ${task.concurrencyLimit ?? 1}` },
    task.timeoutInMs === undefined ? undefined : { name: 'Time limit', value: <Duration ms={task.timeoutInMs} /> },
    Object.keys(task.tags).length === 0
      ? undefined
      : { name: 'Tags', value: tagList(task.tags, listHref), isWide: true },
  ];
  return facts.filter((fact) => fact !== undefined);
}

/** A run that was queued again (after a wait or a back-off) no longer tells how long it stood in the queue at first. */
function queueWaitOf(run: RunView, now: number): number | undefined {
  if (run.status === 'scheduled') return undefined;
  const left = run.startedOn ?? run.endedOn;
  const wait = (left === undefined ? now : Date.parse(left)) - Date.parse(run.queuedOn);
  return wait < 0 ? undefined : wait;
}

function tagList(tags: TaskView['tags'], listHref: (filter: string) => string): ReactNode {
  return Object.entries(tags).map(([key, value]) => (
    <Link key={key} href={listHref(`tag:${key}=${value}`)} className="max-w-full">
      <Badge className="hover:bg-hover">
        <span className="truncate">
          {key}={value}
        </span>
      </Badge>
    </Link>
  ));
}

function attemptText(task: TaskView, run: RunView): string {
  const maximum = task.retry?.maximumAttempts;
  return maximum === undefined ? String(run.attempt) : `${run.attempt} of ${maximum}`;
}

/** How a run came about, in words. */
export function triggerWord(run: Pick<RunView, 'trigger' | 'forkedFrom'>): string {
  switch (run.trigger) {
    case 'create':
      return 'first run';
    case 'schedule':
      return 'by schedule';
    case 'rerun':
      return 'rerun';
    case 'fork':
      return run.forkedFrom === undefined
        ? 'fork'
        : `fork of run ${run.forkedFrom.runCount} from step ${run.forkedFrom.sequence}`;
  }
}
