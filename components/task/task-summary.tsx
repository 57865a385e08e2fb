'use client';
import type { ReactNode } from 'react';
import { errorGroupPath } from '@/components/error/error-path.ts';
import { ReasonText } from '@/components/reason/reason-text.tsx';
import { taskInTheWay } from '@/components/reason/reason-words.ts';
import { NextRunTime } from '@/components/schedule/next-run-time.tsx';
import { Id } from '@/components/ui/id.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { creatorName } from './creator-name.ts';
import { StatusBadge } from './status-badge.tsx';
import { TaskDuration } from './task-duration.tsx';
import { TaskLink } from './task-link.tsx';
import type { TaskRow } from './task-row.ts';

type TaskSummaryProps = {
  task: TaskRow;
  /** The name of its parent, once it is known. */
  parentName?: string | undefined;
  remedy?: ReactNode;
};

/** What an operator wants to know of a task at a glance: how it is, why and what helps, and its facts. */
export function TaskSummary({ task, parentName, remedy }: TaskSummaryProps) {
  const { waitingFor, error } = task;
  const inTheWay = waitingFor && taskInTheWay(waitingFor);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={task.status} />
        <span className="text-muted text-xs">
          run {task.runCount}, attempt {task.attempt}
        </span>
      </div>
      {waitingFor && (
        <div className="grid justify-items-start gap-2 rounded-md border border-line bg-sunken p-3 text-sm">
          <p>
            <ReasonText reason={waitingFor} hasNext />
          </p>
          {inTheWay !== undefined && (
            <TaskLink
              taskId={inTheWay.taskId}
              names={inTheWay.name === undefined ? {} : { [inTheWay.taskId]: inTheWay.name }}
              className="max-w-full text-accent underline"
            />
          )}
          {remedy}
        </div>
      )}
      {error && (
        <div className="rounded-md border border-danger/40 bg-danger-soft p-3 text-sm">
          <p className="line-clamp-6 wrap-anywhere text-ink" title={error.message}>
            <span className="font-medium">{error.name}:</span> {error.message}
          </p>
          <p className="mt-1 text-muted text-xs">
            {error.step !== undefined && `In step “${error.step}”. `}
            <Link href={errorGroupPath(error.fingerprint)} className="text-ink underline">
              This error in all tasks
            </Link>
          </p>
        </div>
      )}
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
        <Fact name="Id">
          <Id value={task.id} label="task id" maximum={28} />
        </Fact>
        <Fact name="Type">
          <span className="font-mono text-xs">{task.type}</span>
        </Fact>
        <Fact name="Queue">
          {task.queue}
          {task.priority !== 0 && `, priority ${task.priority}`}
        </Fact>
        {task.concurrencyKey !== undefined && (
          <Fact name="Concurrency">
            {task.concurrencyLimit ?? 1} at a time for {task.concurrencyKey}
          </Fact>
        )}
        {task.schedule && (
          <Fact name="Schedule">
            <code className="font-mono text-xs">{task.schedule.cron}</code> {task.schedule.timeZone}
          </Fact>
        )}
        {task.nextRunOn !== undefined && (
          <Fact name="Next run">
            <NextRunTime time={task.nextRunOn} status={task.status} />
          </Fact>
        )}
        {task.parent && (
          <Fact name="Parent">
            <TaskLink
              taskId={task.parent.taskId}
              names={parentName === undefined ? {} : { [task.parent.taskId]: parentName }}
              className="underline"
            />
          </Fact>
        )}
        {task.worker !== undefined && <Fact name="Worker">{task.worker}</Fact>}
        <Fact name="Created">
          <Time value={task.createdOn} /> by {creatorName(task.createdBy, { parent: task.parent, parentName })}
        </Fact>
        {task.startedOn !== undefined && (
          <Fact name="Started">
            <Time value={task.startedOn} />
          </Fact>
        )}
        {task.endedOn !== undefined && (
          <Fact name="Ended">
            <Time value={task.endedOn} />
          </Fact>
        )}
        <Fact name="Duration">
          <TaskDuration task={task} />
        </Fact>
        {Object.keys(task.tags).length > 0 && (
          <Fact name="Tags">
            <span className="flex flex-wrap gap-1">
              {Object.entries(task.tags).map(([name, value]) => (
                <span key={name} className="break-all rounded bg-idle-soft px-1 py-0.5 text-idle text-xs">
                  {name}={value}
                </span>
              ))}
            </span>
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </>
  );
}
