'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventRow } from '@/components/event/event-columns.tsx';
import type { KnownWait } from '@/components/event/event-preflight.ts';
import type { RaiseContext } from '@/components/event/raise-event-dialog.tsx';
import { laterDialog } from '@/components/shell/later-part.ts';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { toast } from '@/components/ui/toast.ts';
import { unreachable } from '@/components/ui/unreachable.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import type { ListPage } from '../../list/page.ts';
import { tellOwnChange } from '../../live/tell-own-change.ts';
import { useLive } from '../../live/use-live.ts';
import { useRefresh } from '../../live/use-refresh.ts';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { readAgain } from '../../query/read-again.ts';
import { raiseEvent } from '../../run/actions.ts';
import { runPaths } from '../../run/run-queries.ts';
import { type RaisedEvent, whoCameFirst } from '../came-first.ts';

const RaiseEventDialog = laterDialog(() =>
  import('@/components/event/raise-event-dialog.tsx').then((loaded) => loaded.RaiseEventDialog),
);
const ChooseTask = laterDialog(() => import('./choose-task.tsx').then((loaded) => loaded.ChooseTask));

type RaiseEventProps = {
  /** Omitted: the dialog first asks on which task. */
  taskId?: string | undefined;
  initialName?: string | undefined;
  onClose: () => void;
};

/** The dialog that raises an event. What the task waits for is read when it opens, and followed. */
export function RaiseEvent({ taskId, initialName, onClose }: RaiseEventProps) {
  const [chosen, setChosen] = useState<{ taskId: string; name?: string | undefined }>();
  const asked = taskId === undefined ? chosen : { taskId, name: initialName };
  if (asked === undefined)
    return <ChooseTask onClose={onClose} onChoose={(id, name) => setChosen({ taskId: id, name })} />;
  return <RaiseOnTask taskId={asked.taskId} initialName={asked.name} onClose={onClose} />;
}

function RaiseOnTask({ taskId, initialName, onClose }: RaiseEventProps & { taskId: string }) {
  const queryClient = useQueryClient();
  const sendOnce = useSendOnce();
  const queryKey = ['task', taskId, 'raise-context'];
  const { data, error, isPaused, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchJson<RaiseContext>(`${runPaths.task(taskId)}/raise-context`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  useLive({ taskIds: [taskId] }, useRefresh(queryKey));
  if (data === undefined) {
    const problem = isPaused ? unreachable : error && problemOf(error);
    if (problem === null) return null;
    return (
      <Dialog onClose={onClose}>
        <DialogContent title="Raise an event" description={`On task ${taskId}`}>
          <ErrorState title="The task could not be read" problem={problem} onRetry={() => void refetch()} />
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <RaiseEventDialog
      context={data}
      initialName={initialName}
      onClose={onClose}
      onRaise={async (event) => {
        const answer = await sendOnce({ id: taskId, ...event }, raiseEvent);
        if (!answer.ok) return answer;
        tellOwnChange(taskId);
        toast.success(`Raised ${event.name}`, { description: `On “${data.taskName}”` });
        void readAgain(queryClient, ['events'], ['waits']);
        const wait = data.waits.find(({ eventName }) => eventName === event.name);
        const own = { ...answer.value, valueText: event.valueText };
        if (wait !== undefined) void tellWhoCameFirst(own, wait, data.taskName);
        return answer;
      }}
    />
  );
}

/** Somebody else may have answered in the same moment: then the run goes on with theirs. */
async function tellWhoCameFirst(own: RaisedEvent, wait: KnownWait, taskName: string): Promise<void> {
  const url = `${runPaths.task(wait.taskId)}/events`;
  const read = async () => (await fetchJson<ListPage<EventRow>>(url)).value;
  const first = await whoCameFirst(own, wait, read, () => delay(1_000)).catch(() => undefined);
  if (first === undefined) return;
  toast.error(`Another “${wait.eventName}” came first`, {
    description: `Run ${wait.runCount} of “${taskName}” continues with the one that ${first.raisedBy} raised. Yours is kept for a later step.`,
  });
}

const delay = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
