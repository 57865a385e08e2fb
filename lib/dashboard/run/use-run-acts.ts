'use client';
import { missingScope } from '@/components/access/missing-scope.ts';
import { type RunActionName, runActions } from '@/components/run/run-actions.ts';
import type { TaskView } from '@/components/run/run-view.ts';
import { toast } from '@/components/ui/toast.ts';
import { useScopes } from '../access/scopes-context.tsx';
import { tellOwnChange } from '../live/tell-own-change.ts';
import { tellFailure } from '../problem/tell-failure.ts';
import { useRemedies } from '../task/use-remedy.ts';
import { pauseTask } from './actions.ts';
import type { OpenDialog } from './parts/run-dialogs.tsx';
import { useRunDialog } from './use-run-dialog.ts';

type Seen = { stepCount: number; isGone: boolean };

/** What can be done with the task of a run's page: which actions there are, `act`, and the dialog of one that asks. */
export function useRunActs(task: TaskView, { stepCount, isGone }: Seen) {
  const scopes = useScopes();
  const dialog = useRunDialog(task);
  const openDialog = (kind: OpenDialog['kind']) =>
    dialog.setDialog(kind === 'raise' ? { kind, name: task.waitingFor?.eventName } : { kind });
  const remedies = useRemedies(openDialog);
  const actions = runActions(task.status, { stepCount, waitingFor: task.waitingFor }, (scope) =>
    isGone ? 'It was deleted.' : missingScope(scopes, scope),
  );
  const act = async (name: Exclude<RunActionName, 'create' | 'alert'>) => {
    const { reason } = actions[name];
    if (reason !== undefined) return void toast.error(reason); // a key was pressed: a button says it beforehand
    if (name === 'wake' || name === 'resume') return remedies.apply(task, name);
    if (name !== 'pause') return openDialog(name);
    const paused = await tellFailure('The task was not paused', pauseTask({ id: task.id, runCount: task.runCount }));
    if (paused !== undefined) tellOwnChange(task.id);
  };
  return { ...dialog, openDialog, actions, act: (name: Parameters<typeof act>[0]) => void act(name) };
}
