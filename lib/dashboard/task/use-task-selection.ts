'use client';
import { useEffect, useMemo } from 'react';
import { refreshSelection, type Selection, selectRange } from '@/components/table/selection.ts';
import type { TaskBulkAction } from '@/components/task/task-bulk.ts';
import type { TaskRow } from '@/components/task/task-row.ts';
import { useKeptSelection } from '../list/use-kept-selection.ts';
import { fetchTasks } from './task-page.ts';
import { useAllMatching } from './use-all-matching.ts';
import { useTaskActs } from './use-task-acts.ts';
import type { TaskList } from './use-task-list.ts';

export const taskRowId = (task: TaskRow): string => task.id;

/** What of a task list is selected: rows, or all tasks that match its filter. And what is asked of them. */
export function useTaskSelection({ pages, filterText, matchingQuery, values }: TaskList) {
  const { chosen, setChosen, forget } = useKeptSelection<TaskRow>({
    name: 'tasks',
    words: ['task', 'tasks'],
    rowId: taskRowId,
    read: (ids) => fetchTasks(ids, values),
  });
  const acts = useTaskActs();
  const allMatching = useAllMatching({ chosen, filterText, matchingQuery });
  const { query, select } = allMatching;
  const isAllMatching = query !== undefined;
  // after a reload, the loaded rows would stand for all that match
  useEffect(() => {
    if (isAllMatching && chosen.size > 0) forget();
  }, [isAllMatching, chosen, forget]);
  const selection = useMemo(() => {
    const table = { rows: pages.rows, rowId: taskRowId };
    // all that match are selected, so the rows that are loaded meanwhile are too
    if (isAllMatching) return selectRange(chosen, table, 0, pages.rows.length - 1);
    return refreshSelection(chosen, table);
  }, [chosen, pages.rows, isAllMatching]);
  const selectAll = (loaded: Selection<TaskRow>) => {
    setChosen(loaded);
    select(loaded);
  };
  const hasMore = pages.totalCount === -1 || pages.rows.includes(undefined);
  return {
    selection,
    setSelection: setChosen,
    acts,
    allMatching,
    /** Whether more tasks match than are loaded. */
    hasMore,
    /** Selects all that match, where that is more than the loaded rows. */
    selectAll: hasMore ? selectAll : undefined,
    /** Asks what is selected for an action, or this task when nothing is. */
    ask(action: TaskBulkAction, task: TaskRow) {
      if (query !== undefined) acts.ask(action, { query });
      else acts.ask(action, selection.size > 0 ? [...selection.values()] : [task]);
    },
  };
}

export type TaskSelection = ReturnType<typeof useTaskSelection>;
