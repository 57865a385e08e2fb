'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stringifyJson } from '#contract';
import type { TaskView } from '@/components/run/run-view.ts';
import { EditTaskDialog } from '@/components/task/edit/edit-task-dialog.tsx';
import { editFormOf } from '@/components/task/edit/task-patch.ts';
import { taskName } from '@/components/task/task-row.ts';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { toast } from '@/components/ui/toast.ts';
import { tellOwnChange } from '../../live/tell-own-change.ts';
import { explainConflict } from '../../problem/changed-words.ts';
import { problemOf } from '../../problem/problem.ts';
import { readNow } from '../../query/read-again.ts';
import { useTaskType } from '../../run/use-task-type.ts';
import { SchedulePreview } from '../../schedule/parts/schedule-preview.tsx';
import { useQueueNames } from '../../worker/use-queue-names.ts';
import { saveTask } from '../edit/actions.ts';
import { hasStarted, readInputToCome } from '../edit/input-to-come.ts';

/** The dialog that changes a task. `seen` is the task as it was when the dialog opened. */
export function EditTask({ task, seen, onClose }: { task: TaskView; seen: TaskView; onClose: () => void }) {
  const queues = useQueueNames();
  const type = useTaskType(task.id);
  const { input: _input, output: _output, ...editable } = seen;
  const [initial] = useState(() => editFormOf(editable));
  const hasInput = !hasStarted(seen);
  const stored = useQuery({
    queryKey: ['input-to-come', task.id, seen.runCount],
    queryFn: () => readInputToCome(task.id),
    enabled: hasInput,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const isLate = hasStarted(task) || task.runCount !== seen.runCount || stored.data?.hasStarted === true;
  const failure = stored.error !== null && stored.data === undefined && (
    <ErrorState
      title="The input could not be read"
      problem={problemOf(stored.error)}
      onRetry={() => stored.refetch()}
    />
  );
  return (
    <EditTaskDialog
      initial={initial}
      hasStart={seen.schedule !== undefined || seen.status === 'scheduled'}
      queues={queues}
      preview={(form) => <SchedulePreview form={form} />}
      input={hasInput ? { stored: stored.data, type: type.data ?? undefined, hasStarted: isLate, failure } : undefined}
      onClose={onClose}
      onSave={async (patch, input) => {
        const from = input === undefined ? undefined : stored.data;
        const answer = await saveTask({
          id: task.id,
          before: initial,
          patch: stringifyJson(patch),
          ...(from !== undefined && { input, ifMatch: from.etag }),
        });
        if (!answer.ok)
          return from === undefined
            ? answer.problem
            : explainConflict(answer.problem, from, { text: 'the input' }, () => readNow(stored.refetch));
        tellOwnChange(task.id);
        toast.success('Task changed', { description: taskName(task) });
        onClose();
        return undefined;
      }}
    />
  );
}
