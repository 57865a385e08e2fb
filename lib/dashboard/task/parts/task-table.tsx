'use client';
import dynamic from 'next/dynamic';
import { parseFilter } from '@/components/filter/clause.ts';
import { drawnPart } from '@/components/shell/drawn-part.tsx';
import { partLoader } from '@/components/shell/part-loader.ts';
import { openTab, useGo } from '@/components/shell/use-go.ts';
import { DataTable } from '@/components/table/data-table.tsx';
import { leftFilter } from '@/components/task/left-filter.ts';
import { taskName } from '@/components/task/task-row.ts';
import { cn } from '@/components/ui/class-names.ts';
import { aroundPanel, SidePanelPlace } from '@/components/ui/side-panel.tsx';
import type { TaskColumns } from '../use-task-columns.ts';
import type { TaskList } from '../use-task-list.ts';
import { type TaskSelection, taskRowId } from '../use-task-selection.ts';
import { EmptyTasks } from './empty-tasks.tsx';

const TaskPanel = drawnPart(
  dynamic(partLoader(() => import('./task-panel.tsx').then((loaded) => loaded.TaskPanel))),
  () => <SidePanelPlace size="narrow" />,
  ({ id }) => id,
);

type Props = { list: TaskList; columns: TaskColumns; selected: TaskSelection };

/** The rows of a task list, and the panel of one of them. */
export function TaskTable({ list, columns: { columns, arranged }, selected }: Props) {
  const go = useGo();
  const { pages, panel, showPanel } = list;
  const { acts, ask } = selected;
  return (
    <div className={cn('relative flex min-h-0 flex-1 border-line border-t', panel !== null && aroundPanel.narrow)}>
      <DataTable
        key={list.generation}
        className="min-w-0 flex-1"
        label="Tasks"
        columns={columns}
        rows={pages.rows}
        rowId={taskRowId}
        rowLabel={taskName}
        totalCount={pages.totalCount}
        isLoading={pages.isLoading}
        onVisible={pages.onVisible}
        left={pages.left}
        openId={panel ?? undefined}
        onOpen={(task, { isNewTab }) => {
          const path = `/tasks/${encodeURIComponent(task.id)}`;
          if (isNewTab) return openTab(path);
          go(path, taskName(task));
        }}
        onLeave={(task, top) => pages.leave(task.id, top)}
        selection={selected.selection}
        onSelection={selected.setSelection}
        onSelectAll={selected.selectAll}
        order={list.sort}
        onOrder={list.setSort}
        actions={{
          c: (task) => ask('cancel', task),
          r: (task) => ask('rerun', task),
          e: acts.raise,
          ' ': (task) => showPanel(panel === task.id ? null : task.id),
        }}
        selectionKeys={['c', 'r']}
        onCurrent={(task) => panel !== null && panel !== task.id && showPanel(task.id)}
        onMenu={acts.openMenu}
        {...arranged}
        isDimmed={(task) => task.isDeleted === true || leftFilter(task, list.filter) !== undefined}
        empty={
          pages.error ? null : (
            <EmptyTasks
              isFiltered={list.filter.length > 0}
              isStopped={pages.search.isLong}
              onClear={() => list.setFilter(parseFilter(''))}
            />
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
  );
}
