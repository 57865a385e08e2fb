'use client';
import { useQuery } from '@tanstack/react-query';
import type { RaiseContext } from '@/components/event/raise-event-dialog.tsx';
import { laterPart } from '@/components/shell/later-part.ts';
import { toast } from '@/components/ui/toast.ts';
import { useLive } from '../../live/use-live.ts';
import { useRefresh } from '../../live/use-refresh.ts';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { raiseEvent } from '../../run/actions.ts';
import { runPaths } from '../../run/run-queries.ts';

const RaiseEventDialog = laterPart(() =>
  import('@/components/event/raise-event-dialog.tsx').then((loaded) => loaded.RaiseEventDialog),
);

type RaiseEventProps = {
  taskId: string;
  initialName?: string | undefined;
  onClose: () => void;
};

/** The dialog that raises an event on a task. What the task waits for is read when it opens. */
export function RaiseEvent({ taskId, initialName, onClose }: RaiseEventProps) {
  const queryKey = ['task', taskId, 'raise-context'];
  const context = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchJson<RaiseContext>(`${runPaths.task(taskId)}/raise-context`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  useLive({ taskIds: [taskId] }, useRefresh(queryKey));
  if (context.data === undefined) {
    if (context.isError) toastOnce(taskId, problemOf(context.error).detail, onClose);
    return null;
  }
  const { taskName } = context.data;
  return (
    <RaiseEventDialog
      context={context.data}
      initialName={initialName}
      onClose={onClose}
      onRaise={async (event) => {
        const answer = await raiseEvent({ id: taskId, ...event });
        if (answer.ok) toast.success(`Raised ${event.name}`, { description: `On “${taskName}”` });
        return answer;
      }}
    />
  );
}

function toastOnce(taskId: string, detail: string, onClose: () => void) {
  toast.error('The event dialog could not be opened', { id: `raise ${taskId}`, description: detail });
  queueMicrotask(onClose);
}
