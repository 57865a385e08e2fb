'use client';
import { CalendarClock } from 'lucide-react';
import Link from 'next/link';
import { type Clause, fieldClause } from '@/components/filter/clause.ts';
import { ReasonText } from '@/components/reason/reason-text.tsx';
import type { Column } from '@/components/table/column.ts';
import { LeftList } from '@/components/table/left-list.tsx';
import { Id } from '@/components/ui/id.tsx';
import { shortenId } from '@/components/ui/shorten-id.ts';
import { Time } from '@/components/ui/time.tsx';
import { FilterCell } from './filter-cell.tsx';
import { leftFilter } from './left-filter.ts';
import { statusWord } from './status.ts';
import { StatusBadge } from './status-badge.tsx';
import { TaskDuration } from './task-duration.tsx';
import { isNamed, type TaskRow, taskName } from './task-row.ts';

const notIndexed = 'Tasks can be sorted by id, creation time or end time';
/** The columns of the task list; `onFilter` adds a condition to the filter, whose clauses the rows were listed by. */
export function taskColumns(onFilter: (clause: Clause) => void, clauses: readonly Clause[]): Column<TaskRow>[] {
  return [
    {
      id: 'status',
      header: 'Status',
      width: '6.75rem',
      card: 'end',
      unsortable: notIndexed,
      cell: (task) =>
        task.isDeleted ? (
          <span className="text-muted line-through">Deleted</span>
        ) : (
          <FilterCell
            label={`status ${statusWord(task.status)}`}
            onFilter={() => onFilter(fieldClause('status', task.status))}
          >
            <StatusBadge status={task.status} variant="plain" />
          </FilterCell>
        ),
    },
    {
      id: 'task',
      header: 'Task',
      width: 'minmax(9rem, 3fr)',
      card: 'title',
      unsortable: notIndexed,
      cell: (task) => (
        <span className="block truncate-name">
          <Link
            href={`/tasks/${encodeURIComponent(task.id)}`}
            prefetch={false}
            tabIndex={-1}
            className="font-medium text-ink hover:underline"
          >
            {taskName(task)}
          </Link>
          {isNamed(task) ? (
            <span className="ml-2 text-muted text-xs sm:hidden">{task.type}</span>
          ) : (
            <span className="ml-2 font-mono text-muted text-xs">{shortenId(task.id, 14)}</span>
          )}
          {task.schedule && <CalendarClock aria-label="scheduled" className="ml-1.5 inline size-3 text-muted" />}
        </span>
      ),
    },
    {
      id: 'reason',
      header: 'Reason or error',
      width: 'minmax(13rem, 4fr)',
      card: 'detail',
      unsortable: notIndexed,
      cell: (task) => (
        <>
          <LeftList left={task.isDeleted ? undefined : leftFilter(task, clauses)} />
          <Reason task={task} onFilter={onFilter} />
        </>
      ),
    },
    {
      id: 'type',
      dropOrder: 7,
      header: 'Type',
      width: 'minmax(8rem, 1fr)',
      unsortable: notIndexed,
      cell: (task) => (
        <FilterCell label={`type ${task.type}`} onFilter={() => onFilter(fieldClause('type', task.type))}>
          <span className="text-muted" title={task.type}>
            {task.type}
          </span>
        </FilterCell>
      ),
    },
    {
      id: 'runs',
      dropOrder: 6,
      header: 'Runs',
      width: '2.75rem',
      align: 'end',
      unsortable: notIndexed,
      cell: (task) => task.runCount,
    },
    {
      id: 'attempt',
      dropOrder: 2,
      header: 'Attempt',
      width: '3.5rem',
      align: 'end',
      unsortable: notIndexed,
      cell: (task) => task.attempt,
    },
    {
      id: 'queue',
      dropOrder: 5,
      header: 'Queue',
      width: 'minmax(5rem, 7rem)',
      unsortable: notIndexed,
      cell: (task) => (
        <FilterCell label={`queue ${task.queue}`} onFilter={() => onFilter(fieldClause('queue', task.queue))}>
          {task.queue}
        </FilterCell>
      ),
    },
    {
      id: 'tags',
      dropOrder: 4,
      header: 'Tags',
      width: 'minmax(8rem, 1fr)',
      unsortable: notIndexed,
      cell: (task) => <Tags tags={task.tags} onFilter={onFilter} />,
    },
    {
      id: 'created',
      dropOrder: 9,
      header: 'Created',
      width: '6.5rem',
      align: 'end',
      card: 'detailEnd',
      sortBy: 'createdOn',
      cell: (task) => <Time value={task.createdOn} />,
    },
    {
      id: 'ended',
      dropOrder: 1,
      header: 'Ended',
      width: '6.5rem',
      align: 'end',
      sortBy: 'endedOn',
      cell: (task) =>
        task.endedOn === undefined ? <span className="text-faint">–</span> : <Time value={task.endedOn} />,
    },
    {
      id: 'duration',
      dropOrder: 8,
      header: 'Duration',
      width: '5.75rem',
      align: 'end',
      unsortable: notIndexed,
      cell: (task) => <TaskDuration task={task} />,
    },
    {
      id: 'id',
      dropOrder: 3,
      header: 'Id',
      width: '9.5rem',
      sortBy: 'id',
      cell: (task) => <Id value={task.id} label="task id" />,
    },
  ];
}

function Reason({ task, onFilter }: { task: TaskRow; onFilter: (clause: Clause) => void }) {
  const { error, waitingFor } = task;
  if (waitingFor !== undefined) return <ReasonText reason={waitingFor} />;
  if (error === undefined) return null;
  return (
    <FilterCell label="this error" onFilter={() => onFilter(fieldClause('error', error.fingerprint))}>
      <span title={error.message} className="block truncate-name text-ink">
        {error.message}
      </span>
    </FilterCell>
  );
}

const tagsShown = 1;

function Tags({ tags, onFilter }: { tags: TaskRow['tags']; onFilter: (clause: Clause) => void }) {
  const all = Object.entries(tags);
  const rest = all.slice(tagsShown);
  return (
    <span className="flex min-w-0 items-center gap-1">
      {all.slice(0, tagsShown).map(([name, value]) => (
        <FilterCell
          key={name}
          label={`tag ${name}=${value}`}
          onFilter={() => onFilter(fieldClause('tag', `${name}=${value}`))}
        >
          <span title={`${name}=${value}`} className="rounded bg-idle-soft px-1 py-0.5 text-idle text-xs">
            {name}={value}
          </span>
        </FilterCell>
      ))}
      {rest.length > 0 && (
        <span className="ml-auto text-muted text-xs" title={rest.map(([name, value]) => `${name}=${value}`).join('\n')}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}
