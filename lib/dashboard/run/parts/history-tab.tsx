'use client';
import { useMemo } from 'react';
import { runColumns } from '@/components/run/run-columns.tsx';
import type { RunView } from '@/components/run/run-view.ts';
import { DataTable } from '@/components/table/data-table.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { usePages } from '../../list/use-pages.ts';
import { problemOf } from '../../problem/problem.ts';
import { runKeys, runPaths } from '../run-queries.ts';

const rowId = (run: RunView) => String(run.runCount);
const rowLabel = (run: RunView) => `Run ${run.runCount}`;

/** Every run of the task, newest first; opening one shows it on the same page. */
export function HistoryTab(props: { taskId: string; seen: number; now: number; onOpen: (run: RunView) => void }) {
  const runs = usePages<RunView>(runKeys.history(props.taskId), `${runPaths.task(props.taskId)}/runs`);
  const columns = useMemo(() => runColumns(props.now, props.seen), [props.now, props.seen]);
  if (runs.isError && runs.items.length === 0) {
    return (
      <ErrorState
        className="m-4"
        title="The history could not be read"
        problem={problemOf(runs.error)}
        onRetry={() => void runs.refetch()}
      />
    );
  }
  return (
    <div className="absolute inset-0">
      <DataTable
        label="Runs of this task"
        columns={columns}
        rows={runs.items}
        rowId={rowId}
        rowLabel={rowLabel}
        totalCount={runs.hasNextPage ? -1 : runs.items.length}
        onOpen={props.onOpen}
        onVisible={runs.onVisible}
        keys="page"
        isLoading={runs.isLoading}
      />
    </div>
  );
}
