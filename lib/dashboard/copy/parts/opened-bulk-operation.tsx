'use client';
import { BulkCauses } from '@/components/bulk/bulk-causes.tsx';
import { BulkStatus, ResultBadge } from '@/components/bulk/bulk-columns.tsx';
import { BulkFacts } from '@/components/bulk/bulk-header.tsx';
import { BulkBar, BulkFigures } from '@/components/bulk/bulk-progress.tsx';
import { bulkNow, bulkTitle, whyWords } from '@/components/bulk/bulk-words.ts';
import { TaskName } from '@/components/task/task-name.tsx';
import { Time } from '@/components/ui/time.tsx';
import type { BulkOperationCopy } from '../bulk-operation-copy.ts';
import { CopiedAuditCard } from './copied-audit-card.tsx';
import { CopiedRows } from './copied-rows.tsx';
import { CopyNote } from './copy-note.tsx';

/** A copy of a bulk operation in the views of its page. Its tasks are in another Taskdeck, so nothing leads to them. */
export function OpenedBulkOperation({ copy }: { copy: BulkOperationCopy }) {
  const { operation, results, taskNames, audit, leftOut } = copy;
  const causes = copy.causes.map((cause) => ({ ...cause, taskNames }));
  return (
    <article aria-label={`Copy of ${bulkTitle(operation)}`} className="grid min-w-0 gap-4">
      <header className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <BulkStatus operation={operation} />
          <h2 className="font-semibold text-base">{bulkTitle(operation)}</h2>
        </div>
        <CopyNote copy={copy} />
        <BulkBar operation={operation} className="h-2.5" />
        <BulkFigures operation={operation} />
        <p className="text-sm">{bulkNow(operation)}</p>
        <BulkFacts operation={operation} />
      </header>
      {causes.length > 0 && <BulkCauses causes={causes} isCopy />}
      <CopiedRows
        title="Results"
        empty={leftOut.includes('results') ? 'They are not in this copy.' : 'No task.'}
        rows={results}
        rowId={({ taskId }) => taskId}
        columns={[
          { header: 'Result', cell: ({ status }) => <ResultBadge status={status} operation={operation} /> },
          { header: 'Task', cell: ({ taskId }) => <TaskName taskId={taskId} names={taskNames} /> },
          { header: 'Run', cell: ({ runCount }) => runCount },
          { header: 'Acted on', cell: ({ actedOn }) => actedOn && <Time value={actedOn} style="absolute" /> },
          { header: 'Why', cell: whyWords },
        ]}
      />
      <CopiedAuditCard audit={audit} isLeftOut={leftOut.includes('audit')} />
    </article>
  );
}
