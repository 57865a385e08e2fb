'use client';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useQueryStates } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import type { Queue, TaskType } from '#contract';
import { applyFilter } from '@/components/filter/apply-filter.ts';
import { type Clause, parseFilter, printFilter } from '@/components/filter/clause.ts';
import { addClauses } from '@/components/filter/edit-filter.ts';
import { FilterBar } from '@/components/filter/filter-bar.tsx';
import { ColumnsMenu } from '@/components/table/columns-menu.tsx';
import { DataTable } from '@/components/table/data-table.tsx';
import { nothingSelected, refreshSelection, type Selection } from '@/components/table/selection.ts';
import { NewTaskLink } from '@/components/task/new-task-link.tsx';
import { bulkWords, type TaskBulkAction } from '@/components/task/task-bulk.ts';
import { taskColumns } from '@/components/task/task-columns.tsx';
import { taskFilters } from '@/components/task/task-filters.ts';
import { type TaskRow, taskName } from '@/components/task/task-row.ts';
import { TaskViews } from '@/components/task/task-view-tabs.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useCopy } from '@/components/ui/use-copy.ts';
import type { ListPage } from '@/lib/dashboard/list/page.ts';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { LiveNotice } from '@/lib/dashboard/live/parts/live-notice.tsx';
import { useLive } from '@/lib/dashboard/live/use-live.ts';
import { ProblemError, problemOf } from '@/lib/dashboard/problem/problem.ts';
import { fetchJson } from '@/lib/dashboard/query/fetch-json.ts';
import { actOnTasks } from '@/lib/dashboard/task/actions.ts';
import { EmptyTasks } from '@/lib/dashboard/task/parts/empty-tasks.tsx';
import { taskListKey, taskListParams } from '@/lib/dashboard/task/task-list-state.ts';
import { useLiveTasks } from '@/lib/dashboard/task/use-live-tasks.ts';
import { useTaskCache, useTaskPages } from '@/lib/dashboard/task/use-task-pages.ts';

const TaskPanel = dynamic(
  () => import('@/lib/dashboard/task/parts/task-panel.tsx').then((loaded) => loaded.TaskPanel),
  { loading: () => null },
);
const RowMenu = dynamic(() => import('@/lib/dashboard/task/parts/row-menu.tsx').then((loaded) => loaded.RowMenu), {
  ssr: false,
});
const RaiseEvent = dynamic(
  () => import('@/lib/dashboard/task/parts/raise-event.tsx').then((loaded) => loaded.RaiseEvent),
  { ssr: false },
);
const SelectionBar = dynamic(
  () => import('@/lib/dashboard/task/parts/selection-bar.tsx').then((loaded) => loaded.SelectionBar),
  { ssr: false },
);
const TaskBulkDialog = dynamic(
  () => import('@/components/task/task-bulk-dialog.tsx').then((loaded) => loaded.TaskBulkDialog),
  { ssr: false },
);

const rowId = (task: TaskRow) => task.id;

/** The task list: its address decides what it shows. */
export function TasksList() {
  const router = useRouter();
  const [url, setUrl] = useQueryStates(taskListParams, { history: 'push' });
  const filterText = printFilter(url.filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the clauses
  const state = useMemo(() => ({ filter: url.filter, sort: url.sort }), [filterText, url.sort]);
  const problems = useMemo(() => applyFilter(taskFilters, state.filter, new Date()).problems, [state.filter]);

  const pages = useTaskPages(state);
  const cache = useTaskCache(state);
  const listName = taskListKey(state).join(' ');
  const live = useLiveTasks({ state, listName, cache, visibleRows: pages.visibleRows, isReady: !pages.isLoading });
  // A list that could not be read is read again once the service is back.
  useLive({}, ({ isOverflow }) => {
    if (isOverflow && pages.error) pages.retry();
  });
  const [generation, setGeneration] = useState(0);
  const restart = (how: () => void) => {
    pages.reset();
    how();
    setGeneration((count) => count + 1);
  };

  const [chosen, setChosen] = useState<Selection<TaskRow>>(nothingSelected);
  const selection = useMemo(() => refreshSelection(chosen, { rows: pages.rows, rowId }), [chosen, pages.rows]);
  const { copy } = useCopy();
  const [raising, setRaising] = useState<string>();
  const stopRaising = useCallback(() => setRaising(undefined), []);
  const showPanel = (id: string | null) => void setUrl({ panel: id }, { history: 'replace' });
  const [menu, setMenu] = useState<{ task: TaskRow; at: { x: number; y: number } }>();
  const openTask = (task: TaskRow) => router.push(`/tasks/${encodeURIComponent(task.id)}`);
  const [asked, setAsked] = useState<{ action: TaskBulkAction; tasks: readonly TaskRow[] }>();
  const ask = (action: TaskBulkAction, task: TaskRow) =>
    setAsked({ action, tasks: selection.size > 0 ? [...selection.values()] : [task] });

  const setFilter = useCallback(
    (filter: readonly Clause[]) => void setUrl({ filter: filter.length === 0 ? null : [...filter] }),
    [setUrl],
  );
  const addFilter = useCallback(
    (clause: Clause) => setFilter(addClauses(taskFilters, state.filter, [clause])),
    [setFilter, state.filter],
  );
  const columns = useMemo(() => taskColumns(addFilter), [addFilter]);
  const arranged = useTableLayout('tasks', columns);

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 items-center gap-2 border-line border-b pr-3">
        <TaskViews filter={filterText} />
        <NewTaskLink />
      </div>
      <div className="relative flex flex-wrap items-start gap-2 px-3 py-2">
        <FilterBar
          className="flex-1 basis-72"
          subject="tasks"
          table={taskFilters}
          clauses={state.filter}
          problems={problems}
          onChange={setFilter}
          sources={useSources()}
        />
        <ColumnsMenu columns={columns} {...arranged} />
        <LiveNotice
          newCount={live.newCount}
          hasMoreNew={live.hasMoreNew}
          updatedOn={pages.updatedOn}
          onShowNew={() => restart(live.showNew)}
          onReload={() => void live.reload().then(() => restart(() => {}))}
        />
      </div>
      {pages.error && (
        <ErrorState
          className="mx-3 mb-2"
          title="The tasks could not be read"
          problem={problemOf(pages.error)}
          onRetry={pages.retry}
        />
      )}
      <div className="relative flex min-h-0 flex-1 border-line border-t">
        <DataTable
          key={generation}
          className="min-w-0 flex-1"
          label="Tasks"
          columns={columns}
          rows={pages.rows}
          rowId={rowId}
          rowLabel={taskName}
          totalCount={pages.totalCount}
          isLoading={pages.isLoading}
          onVisible={pages.onVisible}
          onOpen={(task, { isNewTab }) => {
            if (isNewTab) window.open(`/tasks/${encodeURIComponent(task.id)}`, '_blank', 'noopener');
            else openTask(task);
          }}
          selection={selection}
          onSelection={setChosen}
          order={url.sort}
          onOrder={(order) => void setUrl({ sort: taskListParams.sort.parse(order) })}
          keys="page"
          actions={{
            c: (task) => ask('cancel', task),
            r: (task) => ask('rerun', task),
            e: (task) => setRaising(task.id),
            ' ': (task) => showPanel(url.panel === task.id ? null : task.id),
          }}
          onCurrent={(task) => url.panel !== null && url.panel !== task.id && showPanel(task.id)}
          onMenu={(task, at) => setMenu({ task, at })}
          {...arranged}
          isDimmed={(task) => task.isDeleted === true}
          empty={
            pages.error ? null : (
              <EmptyTasks isFiltered={state.filter.length > 0} onClear={() => setFilter(parseFilter(''))} />
            )
          }
        />
        {url.panel !== null && (
          <TaskPanel
            id={url.panel}
            listed={pages.rows.find((row) => row?.id === url.panel)}
            onAct={(action, task) => setAsked({ action, tasks: [task] })}
            onRaise={(task) => setRaising(task.id)}
            onClose={() => showPanel(null)}
          />
        )}
      </div>
      {menu && (
        <RowMenu
          {...menu}
          onOpen={() => openTask(menu.task)}
          onPanel={() => showPanel(menu.task.id)}
          onCopy={() => void copy(menu.task.id, 'task id')}
          onCreateLike={() => router.push(`/tasks/new?from=${encodeURIComponent(menu.task.id)}`)}
          onRaise={() => setRaising(menu.task.id)}
          onAct={(action) => setAsked({ action, tasks: [menu.task] })}
          onFilter={(clause) => (isAboutChildren(clause) ? setFilter([clause]) : addFilter(clause))}
          onClose={() => setMenu(undefined)}
        />
      )}
      {raising !== undefined && <RaiseEvent taskId={raising} onClose={stopRaising} />}
      {selection.size > 0 && (
        <SelectionBar
          tasks={[...selection.values()]}
          onAct={(action) => setAsked({ action, tasks: [...selection.values()] })}
          onClear={() => setChosen(nothingSelected)}
        />
      )}
      {asked && (
        <TaskBulkDialog
          {...asked}
          perform={performOnTasks}
          onDone={(outcomes) => {
            cache.patch(
              outcomes.flatMap((outcome) => (outcome.ok && outcome.task ? [outcome.task] : [])),
              asked.action === 'delete' ? outcomes.flatMap(({ id, ok }) => (ok ? [id] : [])) : [],
            );
            if (!outcomes.every(({ ok }) => ok)) return;
            setChosen(nothingSelected);
            toast.success(
              `${outcomes.length} ${outcomes.length === 1 ? 'task' : 'tasks'} ${bulkWords[asked.action].done}`,
            );
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

/** Children have other types and statuses than what is listed, so they are looked for among all tasks. */
function isAboutChildren(clause: Clause): boolean {
  return clause.kind === 'field' && clause.key === 'parent';
}

async function performOnTasks(action: TaskBulkAction, ids: string[], force: boolean) {
  const result = await actOnTasks({ action, ids, force });
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value;
}

/** What the filter offers as values: registered types and known queues. Without the scope to see them, none. */
function useSources() {
  const types = useQuery({
    queryKey: ['task-types'],
    queryFn: ({ signal }) => fetchJson<ListPage<TaskType>>('/api/task-types', { signal }),
  });
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => fetchJson<ListPage<Queue>>('/api/queues', { signal }),
    retry: false,
  });
  return useMemo(
    () => ({
      types: types.data?.value.map(({ type }) => type) ?? [],
      queues: queues.data?.value.map(({ name }) => name) ?? ['default'],
    }),
    [types.data, queues.data],
  );
}
