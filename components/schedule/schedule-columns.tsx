import { Pause, Pencil, Play, SkipForward, Zap } from 'lucide-react';
import Link from 'next/link';
import { isEnded, numberText, type TaskStatus } from '#contract';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { taskName } from '@/components/task/task-row.ts';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';
import { isUnderWay, NextRunTime } from './next-run-time.tsx';
import { timesOf } from './schedule-meaning.tsx';

/** A task with a schedule as the table shows it. */
type ScheduleRow = {
  id: string;
  name?: string | undefined;
  type: string;
  status: TaskStatus;
  runCount: number;
  /** When its current run began. */
  startedOn?: string | undefined;
  nextRunOn?: string | undefined;
  schedule?: { cron: string; timeZone: string; until?: string | undefined } | undefined;
  words: string;
  next: readonly string[];
};

type Actions<Row> = {
  /** Why the operator may change none of it. */
  reason: string | undefined;
  onToggle: (row: Row) => void;
  /** Starts the run that waits for its occurrence, or another when none waits. */
  onRunNow: (row: Row) => void;
  /** Leaves out the next occurrence. */
  onSkip: (row: Row) => void;
};

export function scheduleColumns<Row extends ScheduleRow>({
  reason,
  onToggle,
  onRunNow,
  onSkip,
}: Actions<Row>): PlainColumn<Row>[] {
  return [
    {
      id: 'task',
      header: 'Task',
      width: 14,
      cell: (row) => (
        <Link href={schedulePath(row.id)} prefetch={false} className="font-medium hover:underline">
          {taskName(row)}
        </Link>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      width: 9.5,
      dropOrder: 1,
      cell: ({ type }) => <span className="text-muted">{type}</span>,
    },
    {
      id: 'schedule',
      header: 'Schedule',
      width: 14,
      cell: ({ words, schedule }) => (
        <span title={`${words}, ${schedule?.timeZone ?? ''}`}>
          {words} <span className="text-muted">{schedule?.timeZone}</span>
          {schedule?.until !== undefined && (
            <span className="text-muted">
              {' '}
              until <Time value={schedule.until} style="absolute" />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'cron',
      header: 'Cron',
      width: 8,
      dropOrder: 2,
      cell: ({ schedule }) =>
        schedule !== undefined && (
          <code className="whitespace-nowrap font-mono text-muted text-xs">{schedule.cron}</code>
        ),
    },
    {
      id: 'next',
      header: 'Next runs',
      width: 12,
      cell: ({ next, status, nextRunOn }) => <NextRuns times={next} status={status} nextRunOn={nextRunOn} />,
    },
    {
      id: 'status',
      header: 'Now',
      width: 7,
      dropOrder: 4,
      cell: ({ status }) => <StatusBadge status={status} variant="plain" />,
    },
    {
      id: 'runs',
      header: 'Runs',
      width: 4,
      dropOrder: 3,
      align: 'end',
      cell: ({ id, ...task }) => (
        <Link href={`/tasks/${encodeURIComponent(id)}?tab=history`} prefetch={false} className="hover:underline">
          {numberText(begunRuns(task))}
        </Link>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 9.5,
      cell: (row) => {
        const isPaused = row.status === 'paused';
        return (
          <span className="flex gap-1 max-sm:-ml-1.5">
            <Button
              size="sm"
              variant="ghost"
              iconOnly
              title="Run now"
              disabledReason={reason ?? runProblem(row.status)}
              aria-label={`Run ${taskName(row)} now`}
              onClick={() => onRunNow(row)}
            >
              <Zap aria-hidden />
            </Button>
            <Button
              size="sm"
              variant="ghost"
              iconOnly
              actionKey={`${isPaused ? 'resume' : 'pause'} ${row.id}`}
              title={isPaused ? 'Resume' : 'Pause'}
              disabledReason={reason ?? pauseProblem(row.status)}
              aria-label={`${isPaused ? 'Resume' : 'Pause'} ${taskName(row)}`}
              onClick={() => onToggle(row)}
            >
              {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              iconOnly
              title="Skip the next run"
              disabledReason={reason ?? skipProblem(row.status)}
              aria-label={`Skip the next run of ${taskName(row)}`}
              onClick={() => onSkip(row)}
            >
              <SkipForward aria-hidden />
            </Button>
            <Button size="sm" variant="ghost" iconOnly asChild title="Edit">
              <Link href={schedulePath(row.id)} prefetch={false} aria-label={`Edit the schedule of ${taskName(row)}`}>
                <Pencil aria-hidden />
              </Link>
            </Button>
          </span>
        );
      },
    },
  ];
}

/** How many runs there were: the one that waits for its time is not counted yet. */
function begunRuns({ runCount, startedOn }: Pick<ScheduleRow, 'runCount' | 'startedOn'>): number {
  return startedOn === undefined ? runCount - 1 : runCount;
}

function NextRuns({
  times,
  status,
  nextRunOn,
}: {
  times: readonly string[];
  status: TaskStatus;
  nextRunOn: string | undefined;
}) {
  if (status === 'paused') return <span className="text-muted">none while paused</span>;
  const shown = timesOf(times, { status, nextRunOn });
  const [first] = shown;
  if (first === undefined) return <span className="text-muted">none</span>;
  if (isUnderWay(status)) return <NextRunTime time={first} status={status} />;
  return (
    <ol className="flex gap-x-3 max-sm:flex-wrap">
      {shown.map((time, at) => (
        <li key={time} className={at === 0 ? undefined : 'text-muted'}>
          <Time value={time} />
        </li>
      ))}
    </ol>
  );
}

/** Why a run cannot start now: one run of a task at a time. */
export function runProblem(status: TaskStatus): string | undefined {
  return isUnderWay(status) ? 'A run has begun and has not ended.' : undefined;
}

/** Why it cannot be paused: only a run that has not ended can be. For a moment after a run, the next one is not planned yet. */
export function pauseProblem(status: TaskStatus): string | undefined {
  return isEnded(status) ? 'No run is planned, so there is none to pause.' : undefined;
}

/** Why no occurrence can be skipped. */
export function skipProblem(status: TaskStatus): string | undefined {
  return status === 'scheduled' ? undefined : 'No occurrence is waiting.';
}

function schedulePath(id: string): string {
  return `/schedules/${encodeURIComponent(id)}`;
}
