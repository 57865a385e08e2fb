'use client';
import { ShieldCheck } from 'lucide-react';
import type { AuditRecord } from '#contract';
import type { Column } from '@/components/table/column.ts';
import { DataTable } from '@/components/table/data-table.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Id } from '@/components/ui/id.tsx';
import { Time } from '@/components/ui/time.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import { usePagedList } from '../../list/use-paged-list.ts';
import { problemOf } from '../../problem/problem.ts';
import { runKeys, runPaths } from '../run-queries.ts';

const tones = { succeeded: 'positive', refused: 'caution', failed: 'danger' } as const;

const columns: readonly Column<AuditRecord>[] = [
  {
    id: 'occurredOn',
    header: 'When',
    width: '8rem',
    card: 'end',
    cell: (record) => <Time value={record.occurredOn} />,
  },
  {
    id: 'identity',
    header: 'Who',
    width: 'minmax(8rem, 1fr)',
    card: 'title',
    cell: (record) => <span className="truncate">{record.identity.name}</span>,
  },
  { id: 'operation', header: 'What', width: 'minmax(8rem, 1fr)', card: 'detail', cell: (record) => record.operation },
  {
    id: 'outcome',
    header: 'Outcome',
    width: '7rem',
    card: 'detailEnd',
    cell: (record) => <Badge tone={tones[record.outcome]}>{record.outcome}</Badge>,
  },
  {
    id: 'detail',
    header: 'Detail',
    width: 'minmax(8rem, 2fr)',
    cell: (record) => (
      <span className="truncate text-muted" title={record.detail}>
        {record.detail}
      </span>
    ),
  },
  {
    id: 'source',
    header: 'From',
    width: '8rem',
    cell: (record) => <span className="truncate font-mono text-xs">{record.sourceAddress}</span>,
  },
  {
    id: 'request',
    header: 'Request',
    width: '9rem',
    cell: (record) => <Id value={record.requestId} label="request id" maximum={14} />,
  },
];
const rowId = (record: AuditRecord) => record.id;
const rowLabel = (record: AuditRecord) => `${record.operation} by ${record.identity.name}`;

/** Who changed this task, when, from where. */
export function AuditTab({ taskId }: { taskId: string }) {
  const { may, reason } = useMay('audit/read');
  if (!may) {
    return (
      <EmptyState icon={ShieldCheck} title="You cannot read the audit trail">
        {reason}
      </EmptyState>
    );
  }
  return <AuditTable taskId={taskId} />;
}

function AuditTable({ taskId }: { taskId: string }) {
  const records = usePagedList<AuditRecord>({
    key: runKeys.audit(taskId),
    url: `${runPaths.task(taskId)}/audit`,
    idOf: rowId,
    isRefreshed: true,
  });
  if (records.error !== null && records.rows.length === 0) {
    return (
      <ErrorState
        className="m-4"
        title="The audit trail could not be read"
        problem={problemOf(records.error)}
        onRetry={records.retry}
      />
    );
  }
  return (
    <div className="absolute inset-0">
      <DataTable
        label="Changes of this task"
        columns={columns}
        rows={records.rows}
        rowId={rowId}
        rowLabel={rowLabel}
        totalCount={records.totalCount}
        onVisible={records.onVisible}
        keys="page"
        isLoading={records.isLoading}
        empty={<EmptyState icon={ShieldCheck} title="No changes yet" />}
      />
    </div>
  );
}
