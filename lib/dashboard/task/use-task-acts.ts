import { useCallback, useState } from 'react';
import type { BulkActionKind } from '#contract';
import { missingScope } from '@/components/access/missing-scope.ts';
import { bulkScope, type TaskBulkAction, whyNot } from '@/components/task/task-bulk.ts';
import type { TaskRow } from '@/components/task/task-row.ts';
import { toast } from '@/components/ui/toast.ts';
import { useScopes } from '../access/scopes-context.tsx';
import type { ChosenTasks } from '../bulk/bulk-preview.ts';

/** Tasks of a list to act on: these rows, or all that match a query of the list. */
type AskedTasks = readonly TaskRow[] | { query: string };

/** An operation of the service that is being prepared, on the tasks that were chosen when it was asked for. */
type Started = { kind: BulkActionKind; chosen: ChosenTasks; force?: boolean | undefined };

/** Up to this many tasks are acted on at once, in the page. More become an operation of the service. */
const quickTasks = 20;

/** What is asked of the tasks of a list at the moment: a menu, an event, an action that waits to be confirmed. */
export function useTaskActs() {
  const scopes = useScopes();
  const [menu, setMenu] = useState<{ task: TaskRow; at: { x: number; y: number } }>();
  const [raising, setRaising] = useState<string>();
  const [asked, setAsked] = useState<{ action: TaskBulkAction; tasks: readonly TaskRow[] }>();
  const [started, setStarted] = useState<Started>();
  const start = (kind: BulkActionKind, tasks: AskedTasks, force?: boolean) =>
    setStarted({ kind, chosen: 'query' in tasks ? tasks : { ids: tasks.map(({ id }) => id) }, force });
  return {
    menu,
    raising,
    asked,
    started,
    openMenu: (task: TaskRow, at: { x: number; y: number }) => setMenu({ task, at }),
    closeMenu: useCallback(() => setMenu(undefined), []),
    raise(task: TaskRow) {
      const refusal = missingScope(scopes, 'events/create');
      if (refusal === undefined) setRaising(task.id);
      else toast.error(refusal);
    },
    stopRaising: useCallback(() => setRaising(undefined), []),
    /**
     * A key asks like a button: what a button would refuse is refused with the same words. Of all that match it is not
     * known what the action can do: the preview says it.
     */
    ask(action: TaskBulkAction, tasks: AskedTasks) {
      const refusal = missingScope(scopes, bulkScope[action]) ?? ('query' in tasks ? undefined : whyNot(tasks, action));
      if (refusal !== undefined) toast.error(refusal);
      else if ('query' in tasks || tasks.length > quickTasks) start(action, tasks);
      else setAsked({ action, tasks });
    },
    stopAsking: () => setAsked(undefined),
    start,
    stopStarting: () => setStarted(undefined),
  };
}
