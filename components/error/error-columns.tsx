'use client';
import Link from 'next/link';
import { numberText, stepShape } from '#contract';
import { type Clause, fieldClause } from '@/components/filter/clause.ts';
import type { Column } from '@/components/table/column.ts';
import { LeftList } from '@/components/table/left-list.tsx';
import { FilterCell } from '@/components/task/filter-cell.tsx';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { Time } from '@/components/ui/time.tsx';
import { CauseTitle, causeWords } from './cause-title.tsx';
import { taskCountWords } from './count-words.ts';
import { errorGroupPath, groupFilter } from './error-path.ts';
import { type ErrorRow, leftErrors } from './error-row.ts';
import { groupStatusLook } from './group-status.ts';
import { GroupStatusBadge } from './group-status-badge.tsx';
import { MessageTitle } from './message-title.tsx';
import { Sparkline } from './sparkline.tsx';

/** The columns of the list of causes under a filter. `onFilter` adds a condition to it. */
export function errorColumns(onFilter: (clause: Clause) => void, clauses: readonly Clause[]): Column<ErrorRow>[] {
  return [
    {
      id: 'status',
      header: 'Status',
      width: '7rem',
      card: 'end',
      cell: ({ status }) => (
        <FilterCell
          label={`status ${groupStatusLook[status].word.toLowerCase()}`}
          onFilter={() => onFilter(fieldClause('status', status))}
        >
          <GroupStatusBadge status={status} />
        </FilterCell>
      ),
    },
    {
      id: 'cause',
      header: 'Cause',
      width: 'minmax(14rem, 5fr)',
      card: 'title',
      cell: (group) => (
        <span className="block truncate-name">
          <LeftList left={leftErrors(group, clauses)} />
          <Link
            href={errorGroupPath(group.id)}
            prefetch={false}
            tabIndex={-1}
            title={causeWords(group)}
            className="font-medium text-ink hover:underline"
          >
            <CauseTitle group={group} />
          </Link>
        </span>
      ),
    },
    {
      id: 'place',
      header: 'Type and step',
      width: 'minmax(9rem, 2fr)',
      card: 'detail',
      dropOrder: 5,
      cell: ({ type, error }) => (
        <FilterCell label={`type ${type}`} onFilter={() => onFilter(fieldClause('type', type))}>
          <span className="text-muted">
            {type}
            {error.step !== undefined && (
              <>
                {' › '}
                <MessageTitle message={stepShape(error.step)} />
              </>
            )}
          </span>
        </FilterCell>
      ),
    },
    {
      id: 'failures',
      header: 'Failures',
      width: '4.5rem',
      align: 'end',
      card: 'detailEnd',
      cell: ({ failureCount }) => (
        <span className="tabular font-medium" title="Failed runs in the last 24 hours">
          {numberText(failureCount)}
          <span className="sm:hidden"> in 24 h</span>
        </span>
      ),
    },
    {
      id: 'over-time',
      header: 'Last 24 hours',
      width: '9.5rem',
      dropOrder: 4,
      cell: ({ occurrences, failureCount }) => (
        <Sparkline
          counts={occurrences.counts}
          label={`${numberText(failureCount)} failures in 24 hours`}
          className="h-5 w-full"
        />
      ),
    },
    {
      id: 'tasks',
      header: 'Tasks',
      width: '4rem',
      align: 'end',
      dropOrder: 3,
      cell: ({ taskCount }) => <span className="tabular text-muted">{taskCountWords(taskCount)}</span>,
    },
    {
      id: 'still-failed',
      header: 'Still failed',
      width: '5rem',
      align: 'end',
      dropOrder: 6,
      cell: ({ id, failedTaskCount }) =>
        failedTaskCount === 0 ? (
          <span className="text-muted">0</span>
        ) : (
          <Link
            href={taskListPath(groupFilter(id))}
            prefetch={false}
            tabIndex={-1}
            onClick={(event) => event.stopPropagation()}
            className="tabular text-accent hover:underline"
          >
            {taskCountWords(failedTaskCount)}
          </Link>
        ),
    },
    {
      id: 'first-seen',
      header: 'First seen',
      width: '7rem',
      dropOrder: 1,
      cell: ({ firstSeenOn }) => <Time value={firstSeenOn} className="text-muted" />,
    },
    {
      id: 'last-seen',
      header: 'Last seen',
      width: '7rem',
      dropOrder: 5.5,
      cell: ({ lastSeenOn }) => <Time value={lastSeenOn} className="text-muted" />,
    },
    {
      id: 'owner',
      header: 'Owner',
      width: 'minmax(6rem, 1fr)',
      dropOrder: 2,
      cell: ({ owner }) =>
        owner === undefined ? (
          <span className="text-muted">nobody</span>
        ) : (
          <FilterCell label={`owner ${owner}`} onFilter={() => onFilter(fieldClause('owner', owner))}>
            {owner}
          </FilterCell>
        ),
    },
  ];
}
