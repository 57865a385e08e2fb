'use client';
import { useQuery } from '@tanstack/react-query';
import { numberText } from '#contract';
import { operationPath } from '@/components/bulk/operation-path.ts';
import { filterSearchParams } from '@/components/filter/apply-filter.ts';
import { causeOf, groupFilter, type StuckGroup } from '@/components/overview/stuck-group.ts';
import { useGo } from '@/components/shell/use-go.ts';
import { MoveToQueueDialog } from '@/components/task/move-to-queue-dialog.tsx';
import type { TaskRow } from '@/components/task/task-row.ts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { presentTime } from '@/components/ui/present.ts';
import { toast } from '@/components/ui/toast.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { createBulk } from '../../bulk/actions.ts';
import { taskListQueryOf } from '../../task/task-list-state.ts';
import { fetchTasks } from '../../task/task-page.ts';
import { useQueueNames } from '../../worker/use-queue-names.ts';

/** What is asked for a cause, as it was then: the Overview goes on to count, the dialog does not. */
export type AskedGroup = { group: StuckGroup; remedy: 'move' | 'wake' | 'resume' };

type Props = AskedGroup & { onClose: () => void };

const questions = { wake: 'Retry', resume: 'Resume' };
const effects = {
  wake: 'The next attempt of each task starts at once. Completed steps do not run again.',
  resume: 'Each task continues where it was paused.',
};

/** Asks once, then starts an operation on every task that still has the cause. */
export function GroupDialog({ group, remedy, onClose }: Props) {
  const go = useGo();
  const sendOnce = useSendOnce();
  const subject = `${numberText(group.count)}${group.isCapped ? '+' : ''} ${group.count === 1 ? 'task' : 'tasks'}`;
  const start = async (action: { kind: 'update'; queue: string } | { kind: 'wake' | 'resume' }) => {
    const query = taskListQueryOf({ filter: groupFilter(group), sort: 'createdOn asc' }, new Date(presentTime()));
    const selection = { query: filterSearchParams(query).toString() };
    const created = await sendOnce({ action, selection, stages: [], reason: causeOf(group) }, createBulk);
    if (!created.ok) return created.problem.detail;
    const path = operationPath(created.value.id);
    toast.success('The operation has started', {
      description: causeOf(group),
      action: { label: 'Open', onClick: () => go(path, 'The operation') },
    });
    return undefined;
  };
  if (remedy === 'move') return <Move group={group} subject={subject} start={start} onClose={onClose} />;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${questions[remedy]} ${subject} now?`}
      description={`${causeOf(group)}. ${effects[remedy]}`}
      confirmLabel={questions[remedy]}
      onConfirm={() => start({ kind: remedy })}
    />
  );
}

type MoveProps = Pick<Props, 'group' | 'onClose'> & {
  subject: string;
  start: (action: { kind: 'update'; queue: string }) => Promise<string | undefined>;
};

function Move({ group, subject, start, onClose }: MoveProps) {
  const queues = useQueueNames();
  const oldest = useQuery({
    queryKey: ['tasks', 'oldest of a cause', group.taskId],
    queryFn: async () => (await fetchTasks([group.taskId]))[0] ?? null,
  });
  return (
    <MoveToQueueDialog
      subject={subject}
      from={group.queue ?? ''}
      served={servedOf(oldest.data)}
      queues={queues}
      onMove={(queue) => start({ kind: 'update', queue })}
      onClose={onClose}
    />
  );
}

/** Where workers serve the type of a task, while it waits for one. */
function servedOf(task: TaskRow | null | undefined) {
  const queues = task?.waitingFor?.servedQueues;
  return task && queues !== undefined ? { type: task.type, queues } : undefined;
}
