'use client';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { limits } from '#contract';
import { parseFilter } from '@/components/filter/clause.ts';
import { ListTools } from '@/components/filter/list-tools.tsx';
import { partLoader } from '@/components/shell/part-loader.ts';
import { openTab, useGo } from '@/components/shell/use-go.ts';
import { ColumnsMenu } from '@/components/table/columns-menu.tsx';
import { DataTable } from '@/components/table/data-table.tsx';
import { nothingSelected, refreshSelection, type Selection, selectRange } from '@/components/table/selection.ts';
import { withColumn } from '@/components/table/table-layout.ts';
import { leftFilter } from '@/components/task/left-filter.ts';
import { NewLink } from '@/components/task/new-link.tsx';
import type { TaskBulkAction } from '@/components/task/task-bulk.ts';
import { taskColumns } from '@/components/task/task-columns.tsx';
import { taskFilters } from '@/components/task/task-filters.ts';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { type TaskRow, taskName } from '@/components/task/task-row.ts';
import { notMovingView, taskViews } from '@/components/task/task-views.ts';
import { valueColumnId } from '@/components/task/value-path.ts';
import { BoundsNote } from '@/components/ui/bounds.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { SidePanelPlace } from '@/components/ui/side-panel.tsx';
import { ViewTabs } from '@/components/ui/view-tabs.tsx';
import { watchedFilterOf } from '@/components/watch/watched.ts';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { durationParams } from '@/lib/dashboard/durations/duration-params.ts';
import { DurationsButton } from '@/lib/dashboard/durations/parts/durations-button.tsx';
import { causesIn, useCauseWords } from '@/lib/dashboard/error/use-cause-words.ts';
import { ListFilterBar } from '@/lib/dashboard/list/parts/list-filter-bar.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { LiveNotice } from '@/lib/dashboard/live/parts/live-notice.tsx';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { EmptyTasks } from '@/lib/dashboard/task/parts/empty-tasks.tsx';
import { TaskActs } from '@/lib/dashboard/task/parts/task-acts.tsx';
import { taskListParams } from '@/lib/dashboard/task/task-list-state.ts';
import { useAllMatching } from '@/lib/dashboard/task/use-all-matching.ts';
import { useTaskActs } from '@/lib/dashboard/task/use-task-acts.ts';
import { useTaskList } from '@/lib/dashboard/task/use-task-list.ts';
import { useTaskSources } from '@/lib/dashboard/task/use-task-sources.ts';
import { useValueColumns, useValuePaths } from '@/lib/dashboard/task/use-value-columns.ts';
import { ViewControls } from '@/lib/dashboard/view/parts/view-controls.tsx';
import { WatchSwitch } from '@/lib/dashboard/watch/parts/watch-switch.tsx';

const StuckCauses = dynamic(
  partLoader(() => import('@/lib/dashboard/overview/parts/stuck-causes.tsx').then((loaded) => loaded.StuckCauses)),
  { loading: () => null },
);

const TaskPanel = dynamic(
  partLoader(() => import('@/lib/dashboard/task/parts/task-panel.tsx').then((loaded) => loaded.TaskPanel)),
  { loading: () => <SidePanelPlace size="narrow" /> },
);

const ListDurations = dynamic(
  partLoader(() => import('@/lib/dashboard/durations/parts/list-durations.tsx').then((loaded) => loaded.ListDurations)),
  { loading: () => null },
);

const ValueColumnDialogs = dynamic(
  partLoader(() =>
    import('@/lib/dashboard/task/parts/value-column-dialogs.tsx').then((loaded) => loaded.ValueColumnDialogs),
  ),
  { loading: () => null },
);

const listParams = { ...taskListParams, ...durationParams };
const rowId = (task: TaskRow) => task.id;

/** The task list: its address decides what it shows. */
export function TasksList() {
  const go = useGo();
  const paths = useValuePaths();
  const list = useTaskList(paths.values);
  const { pages, panel, addFilter, setFilter, showPanel } = list;
  const isMapShown = useQueryStates(durationParams)[0].map !== null;
  const [chosen, setChosen] = useState<Selection<TaskRow>>(nothingSelected);
  const acts = useTaskActs();
  const allMatching = useAllMatching({ chosen, filterText: list.filterText, matchingQuery: list.matchingQuery });
  const isAllMatching = allMatching.query !== undefined;
  const hasMore = pages.totalCount === -1 || pages.rows.includes(undefined);
  const selection = useMemo(() => {
    const table = { rows: pages.rows, rowId };
    // all that match are selected, so the rows that are loaded meanwhile are too
    if (isAllMatching) return selectRange(chosen, table, 0, pages.rows.length - 1);
    return refreshSelection(chosen, table);
  }, [chosen, pages.rows, isAllMatching]);
  const selectAllMatching = (loaded: Selection<TaskRow>) => {
    setChosen(loaded);
    allMatching.select(loaded);
  };
  const ask = (action: TaskBulkAction, task: TaskRow) => {
    if (allMatching.query !== undefined) acts.ask(action, { query: allMatching.query });
    else acts.ask(action, selection.size > 0 ? [...selection.values()] : [task]);
  };
  const added = useValueColumns({ paths, rows: pages.rows, clauses: list.filter, onFilter: addFilter });
  const columns = useMemo(
    () => [...taskColumns(addFilter, list.filter), ...added.columns],
    [addFilter, list.filter, added.columns],
  );
  const arranged = useTableLayout('tasks', columns);

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 items-center gap-2 border-line border-b pr-3">
        <ViewTabs views={taskViews} filter={list.filterText} pathOf={taskListPath} />
        <NewLink href="/tasks/new" reason={useMay('tasks/create').reason}>
          New task
        </NewLink>
      </div>
      <div className="relative flex flex-wrap items-start gap-2 px-3 py-2">
        <ListFilterBar
          params={listParams}
          className="flex-1 basis-full sm:basis-56"
          subject="tasks"
          table={taskFilters}
          clauses={list.filter}
          problems={list.problems}
          onChange={setFilter}
          sources={useTaskSources()}
          wordsOf={useCauseWords(causesIn(list.filter))}
        />
        <ListTools>
          <WatchSwitch watched={watchedFilterOf(list.filterText, list.sort)} />
          <DurationsButton />
          <ViewControls list="tasks" />
          <ColumnsMenu
            columns={columns}
            {...arranged}
            onAdd={{
              label: 'Add column from a path…',
              disabledReason:
                paths.pointers.length < limits.listedPaths
                  ? undefined
                  : `A list has at most ${limits.listedPaths} such columns`,
              ask: () => added.setDialog({ kind: 'add' }),
            }}
          />
          <LiveNotice
            newCount={list.newCount}
            hasMoreNew={list.hasMoreNew}
            updatedOn={pages.updatedOn}
            dataAgeInMs={pages.dataAgeInMs}
            onShowNew={list.showNew}
            onReload={list.reload}
          />
        </ListTools>
      </div>
      <BoundsNote className="px-3 pb-2" />
      {added.dialog && (
        <ValueColumnDialogs
          dialog={added.dialog}
          present={paths.pointers}
          onAdd={(pointer) => arranged.onLayout(withColumn(arranged.layout, valueColumnId(pointer)))}
          onDelete={(pointer) => list.sort.startsWith(`${pointer} `) && list.setSort('createdOn desc')}
          onClose={() => added.setDialog(undefined)}
        />
      )}
      {isMapShown && <ListDurations />}
      {list.filterText === notMovingView.filter && <StuckCauses />}
      {pages.error && (
        <ErrorState
          className={cn('mx-3 my-2', pages.rows.length > 0 && 'order-last')}
          title="The tasks could not be read"
          problem={problemOf(pages.error)}
          onRetry={pages.retry}
        />
      )}
      <div className="relative flex min-h-0 flex-1 border-line border-t">
        <DataTable
          key={list.generation}
          className="min-w-0 flex-1"
          label="Tasks"
          columns={columns}
          rows={pages.rows}
          rowId={rowId}
          rowLabel={taskName}
          totalCount={pages.totalCount}
          isLoading={pages.isLoading}
          onVisible={pages.onVisible}
          left={pages.left}
          openId={panel ?? undefined}
          onOpen={(task, { isNewTab, top }) => {
            const path = `/tasks/${encodeURIComponent(task.id)}`;
            if (isNewTab) return openTab(path);
            pages.leave(task.id, top);
            go(path, taskName(task));
          }}
          selection={selection}
          onSelection={setChosen}
          onSelectAll={hasMore ? selectAllMatching : undefined}
          order={list.sort}
          onOrder={list.setSort}
          actions={{
            c: (task) => ask('cancel', task),
            r: (task) => ask('rerun', task),
            e: acts.raise,
            ' ': (task) => showPanel(panel === task.id ? null : task.id),
          }}
          onCurrent={(task) => panel !== null && panel !== task.id && showPanel(task.id)}
          onMenu={acts.openMenu}
          {...arranged}
          isDimmed={(task) => task.isDeleted === true || leftFilter(task, list.filter) !== undefined}
          empty={
            pages.error ? null : (
              <EmptyTasks isFiltered={list.filter.length > 0} onClear={() => setFilter(parseFilter(''))} />
            )
          }
        />
        {panel !== null && (
          <TaskPanel
            id={panel}
            listed={pages.rows.find((row) => row?.id === panel)}
            onAct={(action, task) => acts.ask(action, [task])}
            onRaise={acts.raise}
            onClose={() => showPanel(null)}
          />
        )}
      </div>
      <TaskActs
        acts={acts}
        selection={selection}
        loaded={{
          count: pages.rows.filter((row) => row !== undefined).length,
          hasMore,
        }}
        allMatching={allMatching}
        cache={list.cache}
        onSelection={setChosen}
        onPanel={showPanel}
        onFilter={setFilter}
        onAddFilter={addFilter}
      />
    </div>
  );
}
