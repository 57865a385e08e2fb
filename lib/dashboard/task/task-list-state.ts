import { createParser, parseAsString } from 'nuqs/server';
import { isTaskValueOrder, type TaskOrder, taskOrders, type ValueOrder } from '#contract';
import { applyFilter, type FilterQuery } from '@/components/filter/apply-filter.ts';
import { type Clause, clausesEqual, parseFilter, printFilter } from '@/components/filter/clause.ts';
import { taskFilters } from '@/components/task/task-filters.ts';

/** What the task list's address says. */
export const taskListParams = {
  filter: createParser<Clause[]>({ parse: parseFilter, serialize: printFilter, eq: clausesEqual }).withDefault([]),
  sort: createParser<TaskListState['sort']>({ parse: readOrder, serialize: (order) => order }).withDefault(
    'createdOn desc',
  ),
  /** Id of the task in the side panel. */
  panel: parseAsString,
};

/** What decides which tasks are listed. */
export type TaskListState = {
  filter: readonly Clause[];
  sort: TaskOrder | ValueOrder;
  /** Paths whose values the rows carry, as JSON Pointers in alphabetical order. */
  values?: readonly string[];
};

function readOrder(text: string): TaskListState['sort'] | null {
  return taskOrders.find((order) => order === text) ?? (isTaskValueOrder(text) ? text : null);
}

/** Where a list is kept: any change of filter, order or values is another list, which begins at its first page. */
export function taskListKey({ filter, sort, values = [] }: TaskListState) {
  return ['tasks', 'list', printFilter(filter), sort, ...values] as const;
}

export const tasksPerPage = 100;

/** The service's query of a list; relative times count from `now`, and stay so for all of its pages. */
export function taskListQueryOf({ filter, sort, values = [] }: TaskListState, now: Date): FilterQuery {
  return {
    ...applyFilter(taskFilters, filter, now).query,
    ...(values.length > 0 && { values: [...values] }),
    orderBy: sort,
    maxPageSize: String(tasksPerPage),
  };
}
