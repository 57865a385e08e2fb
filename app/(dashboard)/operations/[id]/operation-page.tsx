'use client';
import { type ComponentProps, useMemo, useState } from 'react';
import type { BulkOperation, BulkResult } from '#contract';
import { BulkCauses } from '@/components/bulk/bulk-causes.tsx';
import { bulkResultColumns } from '@/components/bulk/bulk-columns.tsx';
import { bulkResultFilters } from '@/components/bulk/bulk-filters.ts';
import { BulkHeader } from '@/components/bulk/bulk-header.tsx';
import { bulkTitle } from '@/components/bulk/bulk-words.ts';
import { useNamedCrumb } from '@/components/shell/crumb-names.ts';
import { laterPart } from '@/components/shell/later-part.ts';
import { PageName } from '@/components/shell/page-name.tsx';
import { type Named, nameOfTask } from '@/components/task/task-names.ts';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { watchedOperationOf } from '@/components/watch/watched-operation.ts';
import { bulkKey } from '@/lib/dashboard/bulk/bulk-key.ts';
import { useBulkCommands } from '@/lib/dashboard/bulk/use-bulk-commands.ts';
import { useBulkOperation } from '@/lib/dashboard/bulk/use-bulk-operation.ts';
import { copyParts } from '@/lib/dashboard/copy/copy-parts.ts';
import { useCauseWords } from '@/lib/dashboard/error/use-cause-words.ts';
import { FilteredList } from '@/lib/dashboard/list/parts/filtered-list.tsx';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { useLastFailure } from '@/lib/dashboard/query/use-last-failure.ts';
import { useWatch, type Watching } from '@/lib/dashboard/watch/use-watch.ts';
import { useWatchKey } from '@/lib/dashboard/watch/use-watch-key.ts';

const CopyDialog = laterPart(() =>
  import('@/lib/dashboard/copy/parts/copy-dialog.tsx').then((loaded) => loaded.CopyDialog),
);

const StartBulk = laterPart(() =>
  import('@/lib/dashboard/bulk/parts/start-bulk.tsx').then((loaded) => loaded.StartBulk),
);

/** One bulk operation: how far it is, what became of each task, and how it is paused, resumed and stopped. */
export function OperationPage({ id }: { id: string }) {
  const { data, error: lastError, refetch } = useBulkOperation(id);
  const error = useLastFailure({ key: bulkKey(id), data, error: lastError });
  const [isTakingAlong, setTakingAlong] = useState(false);
  const [again, setAgain] = useState<BulkOperation>();
  const commands = useBulkCommands(data?.operation);
  const status = data?.operation.status ?? 'running';
  const columnsOf = useMemo(() => () => bulkResultColumns({ status }), [status]);
  const { error: cause, group } = data?.operation.selection.filter ?? {};
  const wordsOf = useCauseWords([cause, group].filter((one) => typeof one === 'string'));
  useNamedCrumb(id, data && bulkTitle(data.operation));
  if (data === undefined)
    return error === null ? null : (
      <ErrorState
        className="m-3"
        title="The operation could not be read"
        problem={problemOf(error)}
        onRetry={() => void refetch()}
      />
    );
  const { operation, causes, earlierTitle } = data;
  return (
    <div className="flex h-full min-h-0 flex-col overflow-y-auto">
      <PageName name={bulkTitle(operation)} className="px-3 pt-3" />
      <div className="grid gap-4 px-3 pb-3 sm:px-4">
        <WatchedHeader
          operation={operation}
          {...{ earlierTitle, wordsOf }}
          {...commands}
          onRetry={() => setAgain(operation)}
          onTakeAlong={() => setTakingAlong(true)}
        />
        {causes.length > 0 && <BulkCauses causes={causes} />}
      </div>
      <div className="flex min-h-96 flex-1 flex-col border-line border-t">
        <FilteredList<Named<BulkResult>>
          subject="results"
          cacheName={`results ${id}`}
          path={`/api/bulk-operations/${encodeURIComponent(id)}/results`}
          filters={bulkResultFilters}
          columnsOf={columnsOf}
          rowId={({ taskId }) => taskId}
          rowLabel={({ taskId, taskNames }) => nameOfTask(taskNames, taskId) ?? taskId}
          empty={
            <EmptyState title="No task yet">The tasks that match are collected when the operation starts.</EmptyState>
          }
        />
      </div>
      {again !== undefined && (
        <StartBulk
          kind={again.action.kind}
          selection={{ operation: again.id }}
          again={again}
          onStarted={() => setAgain(undefined)}
          onClose={() => setAgain(undefined)}
        />
      )}
      {isTakingAlong && (
        <CopyDialog
          what="this operation"
          parts={copyParts.bulkOperation}
          path={`/api/bulk-operations/${encodeURIComponent(id)}/copy`}
          onClose={() => setTakingAlong(false)}
        />
      )}
    </div>
  );
}

/** The header of an operation that can be watched, also with W. */
function WatchedHeader(props: Omit<ComponentProps<typeof BulkHeader>, keyof Watching>) {
  const watching = useWatch(watchedOperationOf(props.operation));
  useWatchKey(watching.onWatch);
  return <BulkHeader {...props} {...watching} />;
}
