'use client';
import { useMemo } from 'react';
import { taskColumns } from '@/components/task/task-columns.tsx';
import { useTableLayout } from '../list/use-table-layout.ts';
import type { TaskList } from './use-task-list.ts';
import { useValueColumns, type useValuePaths } from './use-value-columns.ts';

/** The columns of a task list, those of paths included, and how they are arranged. */
export function useTaskColumns(list: TaskList, paths: ReturnType<typeof useValuePaths>) {
  const { filter, addFilter, pages } = list;
  const added = useValueColumns({ paths, rows: pages.rows, clauses: filter, onFilter: addFilter });
  const columns = useMemo(
    () => [...taskColumns(addFilter, filter), ...added.columns],
    [addFilter, filter, added.columns],
  );
  const arranged = useTableLayout('tasks', columns);
  return { columns, arranged, paths, dialog: added.dialog, setDialog: added.setDialog };
}

export type TaskColumns = ReturnType<typeof useTaskColumns>;
