'use client';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { EventWait } from '#contract';
import { type Named, nameOfTask } from '@/components/task/task-names.ts';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { shortenId } from '@/components/ui/shorten-id.ts';
import { Time } from '@/components/ui/time.tsx';
import type { ListPage } from '../../list/page.ts';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';

/** On which task: an id, or one of those that wait for an event. */
export function ChooseTask(props: { onChoose: (taskId: string, name?: string) => void; onClose: () => void }) {
  const [taskId, setTaskId] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['waits', 'some'],
    queryFn: ({ signal }) => fetchJson<ListPage<Named<EventWait>>>('/api/event-waits?maxPageSize=8', { signal }),
    staleTime: 0,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (taskId.trim() !== '') props.onChoose(taskId.trim());
  };
  return (
    <Dialog onClose={props.onClose}>
      <DialogContent title="Raise an event" description="On which task?">
        <form onSubmit={submit} className="flex items-end gap-2">
          <div className="flex-1">
            <Field label="Task id">
              {(control) => (
                <Input
                  {...control}
                  value={taskId}
                  onChange={(event) => setTaskId(event.target.value)}
                  className="font-mono text-xs"
                  autoComplete="off"
                  spellCheck={false}
                />
              )}
            </Field>
          </div>
          <Button
            type="submit"
            variant="primary"
            disabledReason={taskId.trim() === '' ? 'Enter an id, or choose a task below.' : undefined}
          >
            Next
          </Button>
        </form>
        {error !== null && (
          <ErrorState
            className="mt-4"
            title="The tasks that wait for an event could not be read"
            problem={problemOf(error)}
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && data.value.length > 0 && (
          <section aria-label="Tasks that wait for an event" className="mt-4">
            <h3 className="mb-1 text-muted text-xs">Tasks that wait for an event</h3>
            <ul className="-mx-2">
              {data.value.map((wait) => (
                <li key={`${wait.taskId} ${wait.sequence}`}>
                  <button
                    type="button"
                    onClick={() => props.onChoose(wait.taskId, wait.eventName)}
                    className="flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
                  >
                    <span className="font-mono text-xs">{wait.eventName}</span>
                    <span className="min-w-0 flex-1 truncate text-sm">
                      {nameOfTask(wait.taskNames, wait.taskId) ?? wait.type}{' '}
                      <span className="font-mono text-muted text-xs">{shortenId(wait.taskId, 14)}</span>
                    </span>
                    <Time value={wait.since} className="text-muted text-xs" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </DialogContent>
    </Dialog>
  );
}
