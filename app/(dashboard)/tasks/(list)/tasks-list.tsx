'use client';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { drawnPart } from '@/components/shell/drawn-part.tsx';
import { laterPart } from '@/components/shell/later-part.ts';
import { partLoader } from '@/components/shell/part-loader.ts';
import { withColumn } from '@/components/table/table-layout.ts';
import { NewLink } from '@/components/task/new-link.tsx';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { notMovingView, taskViews } from '@/components/task/task-views.ts';
import { valueColumnId } from '@/components/task/value-path.ts';
import { BoundsNote } from '@/components/ui/bounds.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { ViewTabs } from '@/components/ui/view-tabs.tsx';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { durationParams } from '@/lib/dashboard/durations/duration-params.ts';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { TaskActs } from '@/lib/dashboard/task/parts/task-acts.tsx';
import { TaskListTools } from '@/lib/dashboard/task/parts/task-list-tools.tsx';
import { TaskSearch } from '@/lib/dashboard/task/parts/task-search.tsx';
import { TaskTable } from '@/lib/dashboard/task/parts/task-table.tsx';
import { useTaskColumns } from '@/lib/dashboard/task/use-task-columns.ts';
import { useTaskList } from '@/lib/dashboard/task/use-task-list.ts';
import { useTaskSelection } from '@/lib/dashboard/task/use-task-selection.ts';
import { useValuePaths } from '@/lib/dashboard/task/use-value-columns.ts';

const StuckCauses = drawnPart(
  dynamic(
    partLoader(() => import('@/lib/dashboard/overview/parts/stuck-causes.tsx').then((loaded) => loaded.StuckCauses)),
  ),
);

const ListDurations = drawnPart(
  dynamic(
    partLoader(() =>
      import('@/lib/dashboard/durations/parts/list-durations.tsx').then((loaded) => loaded.ListDurations),
    ),
  ),
);

const ValueColumnDialogs = laterPart(() =>
  import('@/lib/dashboard/task/parts/value-column-dialogs.tsx').then((loaded) => loaded.ValueColumnDialogs),
);

/** The task list: its address decides what it shows. */
export function TasksList() {
  const paths = useValuePaths();
  const list = useTaskList(paths.values);
  const { pages } = list;
  const columns = useTaskColumns(list, paths);
  const { arranged, dialog, setDialog } = columns;
  const selected = useTaskSelection(list);
  const isMapShown = useQueryStates(durationParams)[0].map !== null;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 items-center gap-2 border-line border-b pr-3">
        <ViewTabs views={taskViews} filter={list.writtenFilter} pathOf={taskListPath} />
        <NewLink href="/tasks/new" reason={useMay('tasks/create').reason}>
          New task
        </NewLink>
      </div>
      <TaskListTools list={list} columns={columns} />
      <BoundsNote className="px-3 pb-2" />
      <TaskSearch list={list} onAsk={setDialog} />
      {dialog && (
        <ValueColumnDialogs
          dialog={dialog}
          present={paths.pointers}
          onAdd={(pointer) => arranged.onLayout(withColumn(arranged.layout, valueColumnId(pointer)))}
          onDelete={(pointer) => list.sort.startsWith(`${pointer} `) && list.setSort('createdOn desc')}
          onClose={() => setDialog(undefined)}
        />
      )}
      {isMapShown && <ListDurations />}
      {list.writtenFilter === notMovingView.filter && <StuckCauses />}
      {pages.error && (
        <ErrorState
          className={cn('mx-3 my-2', pages.rows.length > 0 && 'order-last')}
          title="The tasks could not be read"
          problem={problemOf(pages.error)}
          onRetry={pages.retry}
        />
      )}
      <TaskTable list={list} columns={columns} selected={selected} />
      <TaskActs
        acts={selected.acts}
        selection={selected.selection}
        loaded={{ count: pages.rows.filter((row) => row !== undefined).length, hasMore: selected.hasMore }}
        allMatching={selected.allMatching}
        cache={list.cache}
        onSelection={selected.setSelection}
        onPanel={list.showPanel}
        onFilter={list.setFilter}
        onAddFilter={list.addFilter}
      />
    </div>
  );
}
