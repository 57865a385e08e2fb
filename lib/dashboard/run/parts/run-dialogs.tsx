'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { isEnded, type JsonValue, stringifyJson } from '#contract';
import { justDone } from '@/components/presence/just-done.ts';
import { ConfirmRunAction } from '@/components/run/confirm-run-action.tsx';
import type { RunView, TaskView } from '@/components/run/run-view.ts';
import { laterDialog } from '@/components/shell/later-part.ts';
import { taskName } from '@/components/task/task-row.ts';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { useNow } from '@/components/ui/time-preferences.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import type { ActionResult } from '../../access/action.ts';
import { copyParts } from '../../copy/copy-parts.ts';
import { RaiseEvent } from '../../event/parts/raise-event.tsx';
import { tellOwnChange } from '../../live/tell-own-change.ts';
import { problemOf } from '../../problem/problem.ts';
import { cancelTask, deleteTask, forkRun, rerunTask } from '../actions.ts';
import { loadValue } from '../load-value.ts';
import { runPaths } from '../run-queries.ts';
import { useAllSteps } from '../use-all-steps.ts';
import { useRun } from '../use-run.ts';
import { useTaskType } from '../use-task-type.ts';

const RerunDialog = laterDialog(() => import('@/components/run/rerun-dialog.tsx').then((loaded) => loaded.RerunDialog));
const ForkDialog = laterDialog(() => import('@/components/run/fork-dialog.tsx').then((loaded) => loaded.ForkDialog));

const EditTask = laterDialog(() => import('../../task/parts/edit-task.tsx').then((loaded) => loaded.EditTask));

const CopyDialog = laterDialog(() => import('../../copy/parts/copy-dialog.tsx').then((loaded) => loaded.CopyDialog));

const RemedyDialog = laterDialog(() =>
  import('../../task/parts/remedy-dialog.tsx').then((loaded) => loaded.RemedyDialog),
);

/** Which dialog is open, and about what. */
export type OpenDialog =
  | { kind: 'raise'; name?: string | undefined }
  | { kind: 'rerun' }
  | { kind: 'fork'; sequence?: number | undefined }
  | { kind: 'move' }
  | { kind: 'release' }
  | { kind: 'edit' }
  | { kind: 'takeAlong' }
  | { kind: 'cancel' }
  | { kind: 'delete' };

type RunDialogsProps = {
  dialog: OpenDialog;
  onClose: () => void;
  task: TaskView;
  /** The task as it was when the dialog was opened: a question stays about what it was asked about. */
  seen: TaskView;
  run: RunView;
  /** A new run began: show it. */
  onRun: (runCount: string) => void;
};

/** The dialog that is open on a run's page. */
export function RunDialogs(props: RunDialogsProps) {
  const { dialog, onClose, task, seen } = props;
  const router = useRouter();
  switch (dialog.kind) {
    case 'raise':
      return <RaiseEvent taskId={task.id} initialName={dialog.name} onClose={onClose} />;
    case 'rerun':
      return <Rerun {...props} />;
    case 'fork':
      return <Fork {...props} sequence={dialog.sequence} />;
    case 'move':
    case 'release':
      return <RemedyDialog action={dialog.kind} task={seen} onClose={onClose} />;
    case 'edit':
      return <EditTask task={task} seen={seen} onClose={onClose} />;
    case 'takeAlong':
      return (
        <CopyDialog
          what={`run ${props.run.runCount}`}
          parts={copyParts.run}
          path={`${runPaths.run(task.id, props.run.runCount)}/copy`}
          onClose={onClose}
        />
      );
    case 'cancel':
      return (
        <ConfirmRunAction
          kind="cancel"
          task={seen}
          present={task}
          onClose={onClose}
          onConfirm={async (reason) => {
            const answer = await cancelTask({ id: seen.id, runCount: seen.runCount, reason });
            if (answer.ok) tellOwnChange(seen.id);
            return failureOf(answer);
          }}
        />
      );
    case 'delete':
      return (
        <ConfirmRunAction
          kind="delete"
          task={seen}
          present={task}
          onClose={onClose}
          onConfirm={async () => {
            const failure = failureOf(await deleteTask({ id: task.id, force: !isEnded(seen.status) }));
            if (failure !== undefined) return failure;
            toast.success(`Deleted ${taskName(task)}`);
            router.push('/tasks');
            return undefined;
          }}
        />
      );
  }
}

function failureOf(answer: ActionResult<unknown>): string | undefined {
  return answer.ok ? undefined : answer.problem.detail;
}

/** The input of a run, read when it was held back. */
function useInput(task: TaskView, run: RunView): { value: JsonValue | undefined; isKnown: boolean } {
  const held = useQuery({
    queryKey: ['task', task.id, 'input', String(run.runCount)],
    queryFn: () => loadValue(runPaths.value(task.id, run.runCount, 'input')),
    enabled: run.input?.kind === 'held',
  });
  const value = run.input?.kind === 'held' ? held.data : run.input?.value;
  return { value, isKnown: run.input === undefined || value !== undefined };
}

/** What somebody did to the task a moment ago, also when the run that is seen is an earlier one by now. */
function useJustDone(run: RunView): string | undefined {
  const current = useRun(run.taskId, null);
  return justDone(current.data?.run ?? run, useNow());
}

function Rerun({ task, run, onClose, onRun }: RunDialogsProps) {
  const type = useTaskType(task.id);
  const { value, isKnown } = useInput(task, run);
  const isReady = !type.isLoading && isKnown;
  const lately = useJustDone(run);
  const sendOnce = useSendOnce();
  /** Whether the first try left the input to the task. A second one does the same: the first may have begun the run that is current by then. */
  const leavesInput = useRef<boolean>(undefined);
  return (
    <RerunDialog
      onClose={onClose}
      taskId={task.id}
      taskName={taskName(task)}
      runCount={run.runCount}
      inputText={isReady ? textOf(value) : undefined}
      schema={type.data?.inputSchema}
      lately={lately}
      onRerun={async (inputText) => {
        leavesInput.current ??= run.isCurrent || value === undefined;
        const sent = inputText ?? (leavesInput.current ? undefined : textOf(value));
        const answer = await sendOnce({ id: task.id, inputText: sent }, rerunTask);
        if (answer.ok) began(task, answer.value.runCount, onRun);
        else if (answer.problem.code === 'InvalidTransition') leavesInput.current = undefined; // no try began a run
        return answer;
      }}
    />
  );
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? '' : stringifyJson(value, 2);
}

function Fork({ task, run, sequence, onClose, onRun }: RunDialogsProps & { sequence: number | undefined }) {
  const { steps, isComplete, error, refetch } = useAllSteps(task.id, run.runCount);
  const type = useTaskType(task.id);
  const input = useInput(task, run);
  const lately = useJustDone(run);
  const sendOnce = useSendOnce();
  if (!isComplete || type.isLoading)
    return (
      <Dialog onClose={onClose}>
        <DialogContent title={`Fork run ${run.runCount}`} description="All steps of the run are read first.">
          {error === null ? (
            <Skeleton className="h-40" />
          ) : (
            <ErrorState title="The steps could not be read" problem={problemOf(error)} onRetry={refetch} />
          )}
        </DialogContent>
      </Dialog>
    );
  return (
    <ForkDialog
      onClose={onClose}
      run={run}
      steps={steps}
      type={type.data}
      initialSequence={sequence}
      inputText={input.isKnown ? textOf(input.value) : undefined}
      schema={type.data?.inputSchema}
      lately={lately}
      onFork={async (fromSequence, inputText) => {
        const request = { id: task.id, run: String(run.runCount), fromSequence, inputText };
        const answer = await sendOnce(request, forkRun);
        if (answer.ok) began(task, answer.value.runCount, onRun);
        return answer;
      }}
    />
  );
}

function began(task: TaskView, runCount: string, onRun: (runCount: string) => void) {
  tellOwnChange(task.id);
  toast.success(`Run ${runCount} began`);
  onRun(runCount);
}
