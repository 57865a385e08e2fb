import type { BulkPreview } from '#contract';
import type { BulkPlan } from '@/components/bulk/bulk-plan.ts';
import { ProblemError } from '../problem/problem.ts';
import { previewBulk } from './actions.ts';

/** The tasks to act on: chosen ones, all that match the query of the list, or those that failed in an operation. */
export type ChosenTasks = { ids: string[] } | { query: string } | { operation: string };

/** An action that refuses no task: its preview counts them. */
export const refusesNothing = { kind: 'update', priority: 0 } as const;

/** The query of what an action would do to tasks. */
export function bulkPreview(action: BulkPlan['action'], selection: ChosenTasks) {
  return {
    queryKey: ['operations', 'preview', action, selection],
    queryFn: async (): Promise<BulkPreview> => {
      const result = await previewBulk({ action, selection });
      if (!result.ok) throw new ProblemError(result.problem);
      return result.value;
    },
    staleTime: 5_000,
  };
}
