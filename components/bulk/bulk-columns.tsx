import { CircleCheck, CircleDashed, CirclePlay, CircleX, type LucideIcon, ShieldX } from 'lucide-react';
import type { BulkOperation, BulkResult } from '#contract';
import type { Column } from '@/components/table/column.ts';
import { TaskLink } from '@/components/task/task-link.tsx';
import type { Named } from '@/components/task/task-names.ts';
import { Badge, type Tone } from '@/components/ui/badge.tsx';
import { Time } from '@/components/ui/time.tsx';
import { BulkBar, bulkShare } from './bulk-progress.tsx';
import { bulkNow, bulkStatusLook, bulkTitle, capitalised, isBulkActive, resultWord, whyWords } from './bulk-words.ts';

export function BulkStatus({ operation }: { operation: BulkOperation }) {
  return <Badge {...bulkStatusLook(operation)}>{capitalised(operation.status)}</Badge>;
}

/** The columns of the list of operations. */
export function bulkColumns(): Column<BulkOperation>[] {
  return [
    {
      id: 'status',
      header: 'Status',
      width: '7rem',
      card: 'end',
      cell: (operation) => <BulkStatus operation={operation} />,
    },
    {
      id: 'what',
      header: 'Operation',
      width: 'minmax(12rem, 1.5fr)',
      card: 'title',
      cell: (operation) => <span className="truncate font-medium">{bulkTitle(operation)}</span>,
    },
    {
      id: 'progress',
      header: 'Acted on',
      width: '13rem',
      card: 'detail',
      cell: (operation) => (
        <span className="flex w-full items-center gap-2">
          <BulkBar operation={operation} className="w-20 shrink-0" />
          <span className="tabular truncate">{bulkShare(operation)}</span>
        </span>
      ),
    },
    {
      id: 'failed',
      header: 'Failed',
      width: '6rem',
      align: 'end',
      dropOrder: 4,
      cell: ({ failed }) => <span className={failed > 0 ? 'tabular text-danger' : 'tabular text-muted'}>{failed}</span>,
    },
    {
      id: 'now',
      header: 'Now',
      width: 'minmax(12rem, 2fr)',
      dropOrder: 3,
      cell: (operation) => <span className="truncate text-muted">{bulkNow(operation)}</span>,
    },
    {
      id: 'by',
      header: 'Created by',
      width: '11rem',
      dropOrder: 1,
      cell: ({ createdBy }) => <span className="truncate">{createdBy}</span>,
    },
    { id: 'on', header: 'Created', width: '8rem', dropOrder: 2, cell: ({ createdOn }) => <Time value={createdOn} /> },
  ];
}

export const resultLook: Readonly<Record<BulkResult['status'], { tone: Tone; icon: LucideIcon }>> = {
  pending: { tone: 'neutral', icon: CircleDashed },
  running: { tone: 'active', icon: CirclePlay },
  succeeded: { tone: 'positive', icon: CircleCheck },
  refused: { tone: 'caution', icon: ShieldX },
  failed: { tone: 'danger', icon: CircleX },
};

type ResultBadgeProps = Pick<BulkResult, 'status'> & { operation: Pick<BulkOperation, 'status'> };

/** The result of one task. */
export function ResultBadge({ status, operation }: ResultBadgeProps) {
  return <Badge {...resultLook[status]}>{resultWord(status, operation)}</Badge>;
}

/** The columns of the list of results. */
export function bulkResultColumns(operation: Pick<BulkOperation, 'status'>): Column<Named<BulkResult>>[] {
  return [
    {
      id: 'status',
      header: 'Result',
      width: '8.5rem',
      card: 'end',
      cell: ({ status }) => <ResultBadge status={status} operation={operation} />,
    },
    {
      id: 'task',
      header: 'Task',
      width: 'minmax(12rem, 1fr)',
      card: 'title',
      cell: ({ taskId, runCount, taskNames }) => (
        <TaskLink taskId={taskId} runCount={runCount} names={taskNames} className="text-accent" />
      ),
    },
    {
      id: 'why',
      header: 'Why',
      width: 'minmax(12rem, 2fr)',
      card: 'detail',
      cell: (result) => <span className="truncate text-muted">{whyWords(result)}</span>,
    },
    {
      id: 'on',
      header: 'Acted on',
      width: '8rem',
      dropOrder: 1,
      cell: ({ actedOn }) =>
        actedOn === undefined ? (
          <span className="text-muted">{isBulkActive(operation) ? 'not yet' : '–'}</span>
        ) : (
          <Time value={actedOn} />
        ),
    },
  ];
}
