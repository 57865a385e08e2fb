'use client';
import { Fragment, type ReactNode } from 'react';
import { type Clause, fieldClause, printFilter } from '@/components/filter/clause.ts';
import { NextRunTime } from '@/components/schedule/next-run-time.tsx';
import { creatorName } from '@/components/task/creator-name.ts';
import { TaskLink } from '@/components/task/task-link.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Duration } from '@/components/ui/duration.tsx';
import { Id } from '@/components/ui/id.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { runDuration } from './describe-run.ts';
import type { RunView, TaskView } from './run-view.ts';

type Fact = { name: string; value: ReactNode };

type ListHref = (filter: readonly Clause[]) => string;

type RunFactsProps = { task: TaskView; run: RunView; now: number; listHref: ListHref };

/**
 * The facts of a task and the run that is seen. A fact that comes while the run goes on has its row from the beginning,
 * so that nothing moves. `listHref` makes a link to the list under a filter.
 */
export function RunFacts({ task, run, now, listHref }: RunFactsProps) {
  return (
    <div className="space-y-2">
      {task.description !== undefined && <p className="text-muted text-sm">{task.description}</p>}
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 text-sm">
        {factsOf(task, run, now, listHref).map((fact) => (
          <Fragment key={fact.name}>
            <dt className="truncate py-0.5 text-muted">{fact.name}</dt>
            <dd className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1">{fact.value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

function factsOf(task: TaskView, run: RunView, now: number, listHref: ListHref): Fact[] {
  const filtered = (key: string, value: string) => {
    const filter = [fieldClause(key, value)];
    return (
      <Link href={listHref(filter)} className="truncate hover:underline" title={`Tasks with ${printFilter(filter)}`}>
        {value}
      </Link>
    );
  };
  const took = runDuration(run, now);
  const queueWait = queueWaitOf(run, now);
  const facts: (Fact | undefined)[] = [
    { name: 'Type', value: filtered('type', task.type) },
    { name: 'Task id', value: <Id value={task.id} label="task id" maximum={24} /> },
    {
      name: 'Queue',
      value: (
        <>
          {filtered('queue', task.queue)}
          {task.priority !== 0 && <span className="text-muted">priority {task.priority}</span>}
        </>
      ),
    },
    { name: 'Run', value: `${run.runCount}${run.isCurrent ? '' : ` of ${task.runCount}`} · ${triggerWord(run)}` },
    { name: 'Attempt', value: attemptText(task, run) },
    {
      name: 'Created',
      value: (
        <>
          <Time value={run.runCount === 1 ? task.createdOn : run.queuedOn} />
          <span className="min-w-0 truncate text-muted">by {creatorName(run.triggeredBy, task)}</span>
        </>
      ),
    },
    {
      name: 'Queued for',
      value:
        queueWait === undefined ? (
          '–'
        ) : (
          <>
            <Duration ms={queueWait} />
            {isQueuedAgain(task, run) && <span className="text-muted">since it was first queued</span>}
          </>
        ),
    },
    { name: 'Started', value: run.startedOn === undefined ? '–' : <Time value={run.startedOn} /> },
    { name: 'Ended', value: run.endedOn === undefined ? '–' : <Time value={run.endedOn} /> },
    { name: 'Duration', value: took === undefined ? '–' : <Duration ms={took} /> },
    { name: 'Worker', value: run.worker === undefined ? '–' : <Id value={run.worker} label="worker" maximum={24} /> },
    run.workerVersion === undefined ? undefined : { name: 'Version', value: run.workerVersion },
    task.parent === undefined
      ? undefined
      : {
          name: 'Parent',
          value: (
            <TaskLink
              {...task.parent}
              names={task.parentName === undefined ? {} : { [task.parent.taskId]: task.parentName }}
              className="text-accent"
            />
          ),
        },
    task.schedule === undefined
      ? undefined
      : {
          name: 'Schedule',
          value: <code className="font-mono text-xs">{`${task.schedule.cron} (${task.schedule.timeZone})`}</code>,
        },
    task.nextRunOn === undefined
      ? undefined
      : { name: 'Next run', value: <NextRunTime time={task.nextRunOn} status={task.status} /> },
    task.concurrencyKey === undefined
      ? undefined
      : { name: 'Concurrency', value: `${task.concurrencyKey}, at most ${task.concurrencyLimit ?? 1}` },
    task.timeoutInMs === undefined ? undefined : { name: 'Time limit', value: <Duration ms={task.timeoutInMs} /> },
    Object.keys(task.tags).length === 0 ? undefined : { name: 'Tags', value: tagList(task.tags, listHref) },
  ];
  return facts.filter((fact) => fact !== undefined);
}

/** Whether a queued run has left its queue meanwhile, by a pause for example: the sentence of the page counts from its return. */
function isQueuedAgain({ waitingFor }: TaskView, run: RunView): boolean {
  if (!run.isCurrent || run.status !== 'queued' || waitingFor?.since === undefined) return false;
  return Date.parse(waitingFor.since) - Date.parse(run.queuedOn) >= 1_000;
}

/** A run that was queued again (after a wait or a back-off) no longer tells how long it stood in the queue at first. */
export function queueWaitOf(run: RunView, now: number): number | undefined {
  if (run.status === 'scheduled') return undefined;
  const left = run.startedOn ?? run.endedOn;
  const wait = (left === undefined ? now : Date.parse(left)) - Date.parse(run.queuedOn);
  return wait < 0 ? undefined : wait;
}

function tagList(tags: TaskView['tags'], listHref: ListHref): ReactNode {
  return Object.entries(tags).map(([key, value]) => (
    <Link key={key} href={listHref([fieldClause('tag', `${key}=${value}`)])} prefetch={false} className="max-w-full">
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
        : `fork of run ${run.forkedFrom.runCount} from step ${run.forkedFrom.sequence + 1}`;
  }
}
