'use client';
import { causeOf, type StuckGroup } from '@/components/overview/stuck-group.ts';
import { MoveToQueueDialog } from '@/components/task/move-to-queue-dialog.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { toast } from '@/components/ui/toast.ts';
import { type Help, helpTasks } from '../../task/actions.ts';
import { useQueueNames } from '../../worker/use-queue-names.ts';
import { helpGroup } from '../help-group.ts';

type Props = { group: StuckGroup; remedy: 'move' | 'wake' | 'resume'; onClose: () => void };

const questions = { wake: 'Retry', resume: 'Resume' };
const effects = {
  wake: 'The next attempt of each task starts at once. Completed steps do not run again.',
  resume: 'Each task continues where it was paused.',
};

/** Asks once, then helps every task that still has the cause, and tells how many were helped. */
export function GroupDialog({ group, remedy, onClose }: Props) {
  const queues = useQueueNames();
  const subject = `${group.count.toLocaleString('en')}${group.isCapped ? '+' : ''} ${group.count === 1 ? 'task' : 'tasks'}`;
  const help = async (given: Help) => {
    const { done, failures } = await helpGroup(group, async (ids) => {
      const answer = await helpTasks({ ids, help: given });
      if (!answer.ok) throw new Error(answer.problem.detail);
      return answer.value;
    });
    if (failures.length > 0) return `${done} of ${done + failures.length} were changed. First refusal: ${failures[0]}`;
    toast.success(`${done.toLocaleString('en')} ${done === 1 ? 'task' : 'tasks'} changed`, {
      description: causeOf(group),
    });
    return undefined;
  };
  if (remedy === 'move')
    return (
      <MoveToQueueDialog
        subject={subject}
        from={group.queue ?? ''}
        queues={queues.filter((name) => name !== group.queue)}
        onMove={(queue) => help({ remedy, queue })}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`${questions[remedy]} ${subject} now?`}
      description={`${causeOf(group)}. ${effects[remedy]}`}
      confirmLabel={questions[remedy]}
      onConfirm={() => help({ remedy })}
    />
  );
}
