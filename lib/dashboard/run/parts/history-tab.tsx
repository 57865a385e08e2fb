'use client';
import { useMemo } from 'react';
import { runColumns } from '@/components/run/run-columns.tsx';
import type { RunView } from '@/components/run/run-view.ts';
import { DataTable } from '@/components/table/data-table.tsx';
import type { Created } from '@/components/task/creator-name.ts';
import { usePagedList } from '../../list/use-paged-list.ts';
import { useTableLayout } from '../../list/use-table-layout.ts';
import { problemOf } from '../../problem/problem.ts';
import { runKeys, runPaths } from '../run-queries.ts';
import { RunReadFailure } from './run-read-failure.tsx';

const rowId = (run: RunView) => String(run.runCount);
const rowLabel = (run: RunView) => `Run ${run.runCount}`;

type HistoryTableProps = {
  runs: ReturnType<typeof useHistory>;
  /** Names the parent where it created the task. */
  task?: Created;
  seen: number;
  onOpen: (run: RunView) => void;
};

/** The runs of a task, newest first. */
export function useHistory(taskId: string) {
  return usePagedList<RunView>({
    key: runKeys.history(taskId),
    url: `${runPaths.task(taskId)}/runs`,
    idOf: rowId,
    isRefreshed: true,
  });
}

/** Every run of the task, newest first; opening one shows it on the same page. */
export function HistoryTab({ taskId, ...props }: Omit<HistoryTableProps, 'runs'> & { taskId: string }) {
  return <HistoryTable runs={useHistory(taskId)} {...props} />;
}

/** The runs that `useHistory` reads, as a table. */
export function HistoryTable({ runs, ...props }: HistoryTableProps) {
  const columns = useMemo(() => runColumns(props.seen, props.task), [props.seen, props.task]);
  const arranged = useTableLayout('runs', columns, 'runColumns');
  if (runs.error !== null && runs.rows.length === 0) {
    return (
      <RunReadFailure
        className="m-4"
        title="The history could not be read"
        problem={problemOf(runs.error)}
        onRetry={runs.retry}
      />
    );
  }
  return (
    <div className="flows-in-print absolute inset-0">
      <DataTable
        label="Runs of this task"
        columns={columns}
        rows={runs.rows}
        rowId={rowId}
        rowLabel={rowLabel}
        totalCount={runs.totalCount}
        onOpen={props.onOpen}
        onVisible={runs.onVisible}
        {...arranged}
        isLoading={runs.isLoading}
      />
    </div>
  );
}
