'use client';
import { parseFilter } from '@/components/filter/clause.ts';
import { presentTime } from '@/components/ui/present.ts';
import type { ShownBulkOperation } from '../bulk/read-bulk.ts';
import { ProblemError } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { fetchTaskPage, fetchTasks } from '../task/task-page.ts';
import type { WatchReaders } from './look-after.ts';

/** Reads what is watched from the GET handlers of the dashboard. */
export const watchReaders: WatchReaders = {
  tasks: fetchTasks,
  async filter({ filter, sort }) {
    const asOf = new Date(presentTime()).toISOString();
    const { value, continuationToken } = await fetchTaskPage({ filter: parseFilter(filter), sort }, { asOf });
    return { rows: value, isWhole: continuationToken === undefined };
  },
  async operation(id) {
    try {
      return (await fetchJson<ShownBulkOperation>(`/api/bulk-operations/${encodeURIComponent(id)}`)).operation;
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === 'BulkOperationNotFound') return undefined;
      throw error;
    }
  },
};
