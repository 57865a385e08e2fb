'use client';
import { ShieldCheck } from 'lucide-react';
import type { AuditRecord } from '#contract';
import { auditColumns } from '@/components/audit/audit-columns.tsx';
import { operationWords } from '@/components/audit/operation-words.ts';
import type { Column } from '@/components/table/column.ts';
import { DataTable } from '@/components/table/data-table.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { usePagedList } from '../../list/use-paged-list.ts';
import { useTableLayout } from '../../list/use-table-layout.ts';
import { problemOf } from '../../problem/problem.ts';
import { runKeys, runPaths } from '../run-queries.ts';
import { ReadableTab } from './readable-tab.tsx';
import { RunReadFailure } from './run-read-failure.tsx';

/** The columns of the audit trail, without the task that all of them are about. */
const columns: readonly Column<AuditRecord>[] = auditColumns().filter(({ id }) => id !== 'target');
const rowId = (record: AuditRecord) => record.id;
const rowLabel = (record: AuditRecord) => `${operationWords(record.operation)} by ${record.identity.name}`;

/** Who changed this task, when, from where. */
export function AuditTab({ taskId }: { taskId: string }) {
  return (
    <ReadableTab scope="audit/read" what="the audit trail" icon={ShieldCheck}>
      <AuditTable taskId={taskId} />
    </ReadableTab>
  );
}

function AuditTable({ taskId }: { taskId: string }) {
  const records = usePagedList<AuditRecord>({
    key: runKeys.audit(taskId),
    url: `${runPaths.task(taskId)}/audit`,
    idOf: rowId,
    isRefreshed: true,
  });
  const arranged = useTableLayout('task-audit', columns, 'auditColumns');
  if (records.error !== null && records.rows.length === 0) {
    return (
      <RunReadFailure
        className="m-4"
        title="The audit trail could not be read"
        problem={problemOf(records.error)}
        onRetry={records.retry}
      />
    );
  }
  return (
    <div className="flows-in-print absolute inset-0">
      <DataTable
        label="Changes of this task"
        columns={columns}
        rows={records.rows}
        rowId={rowId}
        rowLabel={rowLabel}
        totalCount={records.totalCount}
        onVisible={records.onVisible}
        {...arranged}
        isLoading={records.isLoading}
        empty={<EmptyState icon={ShieldCheck} title="No changes yet" />}
      />
    </div>
  );
}
