'use client';
import { counted } from '#contract';
import { newAlertPath } from '@/components/alert/alert-path.ts';
import type { Clause } from '@/components/filter/clause.ts';
import { laterDialog, laterPart } from '@/components/shell/later-part.ts';
import { useGo } from '@/components/shell/use-go.ts';
import { nothingSelected, type Selection } from '@/components/table/selection.ts';
import { bulkWords, isUnknown } from '@/components/task/task-bulk.ts';
import type { AskedBulk } from '@/components/task/task-bulk-dialog.tsx';
import { type TaskRow, taskName } from '@/components/task/task-row.ts';
import { toast } from '@/components/ui/toast.ts';
import { useCopy } from '@/components/ui/use-copy.ts';
import { answered } from '../../problem/answered.ts';
import { ProblemError } from '../../problem/problem.ts';
import { withProof } from '../../proof/with-proof.ts';
import { compareTasksPath } from '../../run/compare-params.ts';
import { actOnTasks } from '../actions.ts';
import type { AllMatching } from '../use-all-matching.ts';
import type { useTaskActs } from '../use-task-acts.ts';
import type { useTaskCache } from '../use-task-pages.ts';

const RowMenu = laterPart(() => import('./row-menu.tsx').then((loaded) => loaded.RowMenu));
const RaiseEvent = laterDialog(() => import('../../event/parts/raise-event.tsx').then((loaded) => loaded.RaiseEvent));
const SelectedTasks = laterPart(() => import('./selected-tasks.tsx').then((loaded) => loaded.SelectedTasks));
const StartBulk = laterDialog(() => import('../../bulk/parts/start-bulk.tsx').then((loaded) => loaded.StartBulk));
const TaskBulkDialog = laterDialog(() =>
  import('@/components/task/task-bulk-dialog.tsx').then((loaded) => loaded.TaskBulkDialog),
);

type Props = {
  acts: ReturnType<typeof useTaskActs>;
  selection: Selection<TaskRow>;
  allMatching: AllMatching;
  /** Rows in memory, and whether more match the filter than these. */
  loaded: { count: number; hasMore: boolean };
  cache: ReturnType<typeof useTaskCache>;
  onSelection: (selection: Selection<TaskRow>) => void;
  onPanel: (id: string) => void;
  onFilter: (filter: readonly Clause[]) => void;
  onAddFilter: (clause: Clause) => void;
};

/** The menu of a row, the bar of the selection, and the dialogs that they lead to. */
export function TaskActs(props: Props) {
  const { acts, selection, allMatching, cache, onSelection, onPanel, onFilter, onAddFilter } = props;
  const go = useGo();
  const { copy } = useCopy();
  const { menu, raising, asked, started } = acts;
  const isAllMatching = allMatching.query !== undefined;
  const chosen = allMatching.query === undefined ? [...selection.values()] : { query: allMatching.query };
  const [one, other] = [...selection.keys()];
  const comparison =
    one !== undefined && other !== undefined && selection.size === 2 && !isAllMatching
      ? compareTasksPath(one, other)
      : undefined;
  return (
    <>
      {menu && (
        <RowMenu
          {...menu}
          onOpen={() => go(`/tasks/${encodeURIComponent(menu.task.id)}`, taskName(menu.task))}
          onPanel={() => onPanel(menu.task.id)}
          onCopy={() => void copy(menu.task.id, 'task id')}
          onCreateLike={() => go(`/tasks/new?from=${encodeURIComponent(menu.task.id)}`, 'New task')}
          onAlert={() =>
            go(
              newAlertPath({ kind: 'task', task: menu.task.id, name: `${taskName(menu.task)} fails` }),
              'The new alert',
            )
          }
          onRaise={() => acts.raise(menu.task)}
          onAct={(action) => acts.ask(action, [menu.task])}
          onFilter={(clause) => (isAboutChildren(clause) ? onFilter([clause]) : onAddFilter(clause))}
          onClose={acts.closeMenu}
        />
      )}
      {raising !== undefined && <RaiseEvent taskId={raising} onClose={acts.stopRaising} />}
      {selection.size > 0 && (
        <SelectedTasks
          tasks={[...selection.values()]}
          loaded={props.loaded}
          isAllMatching={isAllMatching}
          matching={allMatching.total}
          onSelectMatching={() => allMatching.select()}
          onSelectLoaded={() => onSelection(new Map(selection))}
          onAct={(action) => acts.ask(action, chosen)}
          onMore={() => acts.start('fork', chosen)}
          onCompare={comparison === undefined ? undefined : () => go(comparison, 'The comparison')}
          onClear={() => onSelection(nothingSelected)}
        />
      )}
      {started !== undefined && (
        <StartBulk
          kind={started.kind}
          force={started.force}
          selection={started.chosen}
          onStarted={() => onSelection(nothingSelected)}
          onClose={acts.stopStarting}
        />
      )}
      {asked && started === undefined && (
        <TaskBulkDialog
          {...asked}
          perform={async (given) => {
            const result = await performOnTasks(given);
            if (result.ok) return { outcomes: result.value };
            if (isUnknown(result.problem)) {
              const { code, detail } = result.problem;
              return { outcomes: given.tasks.map(({ id }) => ({ id, ok: false, code, detail })), failure: detail };
            }
            // as one operation, which another person can grant
            if (result.problem.code === 'ApprovalRequired') {
              acts.stopAsking();
              acts.start(given.action, asked.tasks, given.force);
            }
            throw new ProblemError(result.problem);
          }}
          onDone={(outcomes) => {
            cache.patch(
              outcomes.flatMap((outcome) => (outcome.ok && outcome.task ? [outcome.task] : [])),
              asked.action === 'delete' ? outcomes.flatMap(({ id, ok }) => (ok ? [id] : [])) : [],
            );
            if (!outcomes.every(({ ok }) => ok)) return;
            onSelection(nothingSelected);
            toast.success(`${counted(outcomes.length, 'task')} ${bulkWords[asked.action].done}`);
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

function performOnTasks(asked: AskedBulk): ReturnType<typeof actOnTasks> {
  return answered(withProof(() => actOnTasks(asked)));
}
