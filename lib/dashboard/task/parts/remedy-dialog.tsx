'use client';
import type { WaitingFor } from '#contract';
import { MoveToQueueDialog } from '@/components/task/move-to-queue-dialog.tsx';
import { taskName } from '@/components/task/task-row.ts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { toast } from '@/components/ui/toast.ts';
import { RaiseEvent } from '../../event/parts/raise-event.tsx';
import { tellOwnChange } from '../../live/tell-own-change.ts';
import { releaseLockOf } from '../../lock/actions.ts';
import { useQueueNames } from '../../worker/use-queue-names.ts';
import { helpTasks } from '../actions.ts';

/** A task as its remedies need it. */
export type Stuck = {
  id: string;
  name?: string | undefined;
  type: string;
  queue: string;
  /** The run that does not move. */
  runCount: number;
  waitingFor?: WaitingFor | undefined;
};

/** A remedy that asks first, and the task as it was then: the page goes on to follow the task, the dialog does not. */
export type AskedRemedy = { action: 'raise' | 'move' | 'release'; task: Stuck };

type Props = AskedRemedy & { onClose: () => void };

/** The dialog of a remedy that asks before it acts. */
export function RemedyDialog({ action, task, onClose }: Props) {
  if (action === 'raise')
    return <RaiseEvent taskId={task.id} initialName={task.waitingFor?.eventName} onClose={onClose} />;
  return action === 'move' ? <Move task={task} onClose={onClose} /> : <Release task={task} onClose={onClose} />;
}

function Move({ task, onClose }: Omit<Props, 'action'>) {
  const names = useQueueNames();
  return (
    <MoveToQueueDialog
      subject={taskName(task)}
      from={task.queue}
      served={{ type: task.type, queues: task.waitingFor?.servedQueues ?? [] }}
      queues={names}
      onClose={onClose}
      onMove={async (queue) => {
        const answer = await helpTasks({ ids: [task.id], help: { remedy: 'move', queue } });
        if (!answer.ok) return answer.problem.detail;
        const [outcome] = answer.value;
        if (outcome?.ok === false) return outcome.detail;
        tellOwnChange(task.id);
        toast.success(`Moved to queue ${queue}`, { description: taskName(task) });
        return undefined;
      }}
    />
  );
}

function Release({ task, onClose }: Omit<Props, 'action'>) {
  const lock = task.waitingFor?.lock;
  if (lock?.owner === undefined) return null;
  const { name, owner } = lock;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Release ${name}?`}
      description={
        <>
          <strong className="text-ink">{owner}</strong> holds it and is not stopped: its work may continue. The first in
          line acquires it at once.
        </>
      }
      confirmLabel="Release the lock"
      cancelLabel="Keep it held"
      isDangerous
      onConfirm={async () => {
        const answer = await releaseLockOf({ name, owner });
        if (!answer.ok) return answer.problem.detail;
        tellOwnChange(task.id);
        toast.success('Released', { description: name });
        return undefined;
      }}
    />
  );
}
