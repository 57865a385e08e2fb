'use client';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useCallback, useState } from 'react';
import type { BulkActionKind } from '#contract';
import { newAlertPath } from '@/components/alert/alert-path.ts';
import type { Clause } from '@/components/filter/clause.ts';
import { partLoader } from '@/components/shell/part-loader.ts';
import { nothingSelected, type Selection } from '@/components/table/selection.ts';
import { bulkScope, bulkWords, type TaskBulkAction, whyNot } from '@/components/task/task-bulk.ts';
import type { AskedBulk } from '@/components/task/task-bulk-dialog.tsx';
import { type TaskRow, taskName } from '@/components/task/task-row.ts';
import { toast } from '@/components/ui/toast.ts';
import { useCopy } from '@/components/ui/use-copy.ts';
import { missingScope, useScopes } from '../../access/scopes-context.tsx';
import type { ChosenTasks } from '../../bulk/parts/start-bulk.tsx';
import { ProblemError, problemOf } from '../../problem/problem.ts';
import { withProof } from '../../proof/with-proof.ts';
import { compareTasksPath } from '../../run/compare-params.ts';
import { actOnTasks } from '../actions.ts';
import type { useTaskCache } from '../use-task-pages.ts';

const RowMenu = dynamic(
  partLoader(() => import('./row-menu.tsx').then((loaded) => loaded.RowMenu)),
  { ssr: false },
);
const RaiseEvent = dynamic(
  partLoader(() => import('./raise-event.tsx').then((loaded) => loaded.RaiseEvent)),
  { ssr: false },
);
const SelectionBar = dynamic(
  partLoader(() => import('./selection-bar.tsx').then((loaded) => loaded.SelectionBar)),
  { ssr: false },
);
const StartBulk = dynamic(
  partLoader(() => import('../../bulk/parts/start-bulk.tsx').then((loaded) => loaded.StartBulk)),
  {
    ssr: false,
  },
);
const TaskBulkDialog = dynamic(
  partLoader(() => import('@/components/task/task-bulk-dialog.tsx').then((loaded) => loaded.TaskBulkDialog)),
  { ssr: false },
);

/** Up to this many tasks are acted on at once, in the page. More become an operation of the service. */
const quickTasks = 20;

/** What is asked of the tasks of a list at the moment: a menu, an event, an action that waits to be confirmed. */
export function useTaskActs() {
  const scopes = useScopes();
  const [menu, setMenu] = useState<{ task: TaskRow; at: { x: number; y: number } }>();
  const [raising, setRaising] = useState<string>();
  const [asked, setAsked] = useState<{ action: TaskBulkAction; tasks: readonly TaskRow[] }>();
  return {
    menu,
    raising,
    asked,
    openMenu: (task: TaskRow, at: { x: number; y: number }) => setMenu({ task, at }),
    closeMenu: useCallback(() => setMenu(undefined), []),
    raise(task: TaskRow) {
      const refusal = missingScope(scopes, 'events/create');
      if (refusal === undefined) setRaising(task.id);
      else toast.error(refusal);
    },
    stopRaising: useCallback(() => setRaising(undefined), []),
    /** A key asks like a button: what a button would refuse is refused with the same words. */
    ask(action: TaskBulkAction, tasks: readonly TaskRow[]) {
      const refusal = missingScope(scopes, bulkScope[action]) ?? whyNot(tasks, action);
      if (refusal === undefined) setAsked({ action, tasks });
      else toast.error(refusal);
    },
    stopAsking: () => setAsked(undefined),
  };
}

type Props = {
  acts: ReturnType<typeof useTaskActs>;
  selection: Selection<TaskRow>;
  /** Rows in memory, and whether more match the filter than these. */
  loaded: { count: number; hasMore: boolean };
  filterText: string;
  /** The parameters of the list that stand for all tasks that match now. */
  matchingQuery: () => string;
  cache: ReturnType<typeof useTaskCache>;
  onSelection: (selection: Selection<TaskRow>) => void;
  onPanel: (id: string) => void;
  onFilter: (filter: readonly Clause[]) => void;
  onAddFilter: (clause: Clause) => void;
};

/** The menu of a row, the bar of the selection, and the dialogs that they lead to. */
export function TaskActs(props: Props) {
  const { acts, selection, cache, onSelection, onPanel, onFilter, onAddFilter } = props;
  const router = useRouter();
  const { copy } = useCopy();
  const { menu, raising, asked } = acts;
  const [matched, setMatched] = useState<{ size: number; filterText: string; query: string }>();
  /** An operation of the service that is being prepared, on the tasks that were chosen when it was asked for. */
  const [started, setStarted] = useState<{ kind: BulkActionKind; chosen: ChosenTasks; force?: boolean }>();
  const isAllMatching = matched?.size === selection.size && matched.filterText === props.filterText;
  const isMany = isAllMatching || selection.size > quickTasks;
  const many =
    started ??
    (asked !== undefined && asked.tasks.length > quickTasks
      ? { kind: asked.action, chosen: { ids: asked.tasks.map(({ id }) => id) } }
      : undefined);
  const start = (kind: BulkActionKind) =>
    setStarted({ kind, chosen: isAllMatching ? { query: matched.query } : { ids: [...selection.keys()] } });
  const [one, other] = [...selection.keys()];
  const comparison =
    one !== undefined && other !== undefined && selection.size === 2 && !isAllMatching
      ? compareTasksPath(one, other)
      : undefined;
  const leaveMany = () => {
    setStarted(undefined);
    acts.stopAsking();
  };
  return (
    <>
      {menu && (
        <RowMenu
          {...menu}
          onOpen={() => router.push(`/tasks/${encodeURIComponent(menu.task.id)}`)}
          onPanel={() => onPanel(menu.task.id)}
          onCopy={() => void copy(menu.task.id, 'task id')}
          onCreateLike={() => router.push(`/tasks/new?from=${encodeURIComponent(menu.task.id)}`)}
          onAlert={() =>
            router.push(newAlertPath({ kind: 'task', task: menu.task.id, name: `${taskName(menu.task)} fails` }))
          }
          onRaise={() => acts.raise(menu.task)}
          onAct={(action) => acts.ask(action, [menu.task])}
          onFilter={(clause) => (isAboutChildren(clause) ? onFilter([clause]) : onAddFilter(clause))}
          onClose={acts.closeMenu}
        />
      )}
      {raising !== undefined && <RaiseEvent taskId={raising} onClose={acts.stopRaising} />}
      {selection.size > 0 && (
        <SelectionBar
          tasks={[...selection.values()]}
          loaded={props.loaded}
          isAllMatching={isAllMatching}
          onSelectMatching={() =>
            setMatched({ size: selection.size, filterText: props.filterText, query: props.matchingQuery() })
          }
          onAct={(action) => (isMany ? start(action) : acts.ask(action, [...selection.values()]))}
          onMore={() => start('fork')}
          onCompare={comparison === undefined ? undefined : () => router.push(comparison)}
          onClear={() => onSelection(nothingSelected)}
        />
      )}
      {many !== undefined && (
        <StartBulk
          kind={many.kind}
          force={many.force}
          selection={many.chosen}
          onStarted={() => onSelection(nothingSelected)}
          onClose={leaveMany}
        />
      )}
      {asked && many === undefined && (
        <TaskBulkDialog
          {...asked}
          perform={async (given) => {
            const result = await performOnTasks(given);
            if (result.ok) return result.value;
            // as one operation, which another person can grant
            if (result.problem.code === 'ApprovalRequired')
              setStarted({ kind: given.action, force: given.force, chosen: { ids: asked.tasks.map(({ id }) => id) } });
            throw new ProblemError(result.problem);
          }}
          onDone={(outcomes) => {
            cache.patch(
              outcomes.flatMap((outcome) => (outcome.ok && outcome.task ? [outcome.task] : [])),
              asked.action === 'delete' ? outcomes.flatMap(({ id, ok }) => (ok ? [id] : [])) : [],
            );
            if (!outcomes.every(({ ok }) => ok)) return;
            onSelection(nothingSelected);
            toast.success(
              `${outcomes.length} ${outcomes.length === 1 ? 'task' : 'tasks'} ${bulkWords[asked.action].done}`,
            );
          }}
          onClose={acts.stopAsking}
        />
      )}
    </>
  );
}

/** Children have other types and statuses than what is listed, so they are looked for among all tasks. */
function isAboutChildren(clause: Clause): boolean {
  return clause.kind === 'field' && clause.key === 'parent';
}

function performOnTasks(asked: AskedBulk) {
  return withProof(() => actOnTasks(asked)).catch((error: unknown) => {
    throw new ProblemError(problemOf(error), { cause: error });
  });
}
