'use client';
import { useQueryStates } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import { applyFilter, filterSearchParams } from '@/components/filter/apply-filter.ts';
import { type Clause, printFilter } from '@/components/filter/clause.ts';
import { addClauses } from '@/components/filter/edit-filter.ts';
import { printWritten } from '@/components/filter/written-clause.ts';
import { taskFilters } from '@/components/task/task-filters.ts';
import { presentTime } from '@/components/ui/present.ts';
import { useLive } from '../live/use-live.ts';
import { tellReadFailure } from '../problem/tell-failure.ts';
import { taskListKey, taskListParams, taskListQueryOf } from './task-list-state.ts';
import { useLiveTasks } from './use-live-tasks.ts';
import { useTaskCache, useTaskPages } from './use-task-pages.ts';

/**
 * What the address says about the task list, the rows that it stands for, and how both are changed. The rows carry the
 * `values` at these paths.
 */
export function useTaskList(values: readonly string[]) {
  const [url, setUrl] = useQueryStates(taskListParams, { history: 'push' });
  const filterText = printFilter(url.filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the clauses
  const state = useMemo(() => ({ filter: url.filter, sort: url.sort, values }), [filterText, url.sort, values]);
  const problems = useMemo(
    () => applyFilter(taskFilters, state.filter, new Date(presentTime())).problems,
    [state.filter],
  );

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

  const setFilter = useCallback(
    (filter: readonly Clause[]) => void setUrl({ filter: filter.length === 0 ? null : [...filter] }),
    [setUrl],
  );
  const addFilter = useCallback(
    (clause: Clause) => setFilter(addClauses(taskFilters, state.filter, [clause])),
    [setFilter, state.filter],
  );
  return {
    filter: state.filter,
    filterText,
    /** The paths whose values the rows carry. */
    values,
    /** The filter as people write it, whatever a link has. */
    writtenFilter: printWritten(taskFilters, url.filter),
    problems,
    sort: url.sort,
    /** The id of the task in the panel. */
    panel: url.panel,
    pages,
    cache,
    newCount: live.newCount,
    hasMoreNew: live.hasMoreNew,
    /** Changes when the list begins anew from its top. */
    generation,
    /** The parameters of the list that stand for all tasks that match now, also those that are not loaded. */
    matchingQuery: () =>
      filterSearchParams(taskListQueryOf({ ...state, values: [] }, new Date(presentTime()))).toString(),
    showNew: () => restart(live.showNew),
    reload: async () => {
      const read = await tellReadFailure('The list could not be refreshed', live.reload());
      if (read !== undefined) restart(() => {});
    },
    setFilter,
    addFilter,
    setSort: (sort: string) => void setUrl({ sort: taskListParams.sort.parse(sort) }),
    showPanel: (id: string | null) => void setUrl({ panel: id }, { history: 'replace' }),
  };
}

export type TaskList = ReturnType<typeof useTaskList>;
