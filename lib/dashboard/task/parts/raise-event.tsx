'use client';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import type { RaiseContext } from '@/components/event/raise-event-dialog.tsx';
import { partLoader } from '@/components/shell/part-loader.ts';
import { toast } from '@/components/ui/toast.ts';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { raiseEvent } from '../../run/actions.ts';

const RaiseEventDialog = dynamic(
  partLoader(() => import('@/components/event/raise-event-dialog.tsx').then((module) => module.RaiseEventDialog)),
);

/** Raises an event on one task of the list. What the task waits for is read when it is asked for. */
export function RaiseEvent({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const context = useQuery({
    queryKey: ['tasks', 'raise-context', taskId],
    queryFn: ({ signal }) =>
      fetchJson<RaiseContext>(`/api/tasks/${encodeURIComponent(taskId)}/raise-context`, { signal }),
    staleTime: 0,
  });
  const { error } = context;
  useEffect(() => {
    if (!error) return;
    toast.error('The event cannot be raised', { description: problemOf(error).detail });
    onClose();
  }, [error, onClose]);
  if (!context.data) return null;
  return (
    <RaiseEventDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      context={context.data}
      onRaise={(event) => raiseEvent({ id: taskId, ...event })}
    />
  );
}
