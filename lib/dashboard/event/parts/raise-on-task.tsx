'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RaiseContext } from '@/components/event/raise-event-dialog.tsx';
import { laterPart } from '@/components/shell/later-part.ts';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { toast } from '@/components/ui/toast.ts';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { raiseEvent } from '../../run/actions.ts';
import { ChooseTask } from './choose-task.tsx';

const RaiseEventDialog = laterPart(() =>
  import('@/components/event/raise-event-dialog.tsx').then((loaded) => loaded.RaiseEventDialog),
);

type RaiseOnTaskProps = { taskId?: string; name?: string; onClose: () => void };

/** Raises an event: first on which task, where that is not known, then which and with what. */
export function RaiseOnTask({ taskId: givenTask, name: givenName, onClose }: RaiseOnTaskProps) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(givenTask === undefined ? undefined : { taskId: givenTask, name: givenName });
  const { data, error, refetch } = useQuery({
    queryKey: ['raise-context', chosen?.taskId],
    queryFn: ({ signal }) =>
      fetchJson<RaiseContext>(`/api/tasks/${encodeURIComponent(chosen?.taskId ?? '')}/raise-context`, { signal }),
    enabled: chosen !== undefined,
    staleTime: 0,
  });

  if (chosen === undefined) {
    return <ChooseTask onClose={onClose} onChoose={(taskId, name) => setChosen({ taskId, name })} />;
  }
  if (data === undefined) {
    return (
      <Dialog onClose={onClose}>
        <DialogContent title="Raise an event" description={`On task ${chosen.taskId}`}>
          {error === null ? (
            <Skeleton className="h-24" />
          ) : (
            <ErrorState title="The task could not be read" problem={problemOf(error)} onRetry={() => void refetch()} />
          )}
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <RaiseEventDialog
      context={data}
      initialName={chosen.name}
      onClose={onClose}
      onRaise={async ({ name, valueText }) => {
        const answer = await raiseEvent({ id: chosen.taskId, name, valueText });
        if (answer.ok) {
          toast.success(`Raised ${name}`, { description: `On “${data.taskName}”` });
          await queryClient.invalidateQueries({ queryKey: ['events'] });
          await queryClient.invalidateQueries({ queryKey: ['waits'] });
        }
        return answer;
      }}
    />
  );
}
