'use client';
import { useState } from 'react';
import { stringifyJson } from '#contract';
import type { TaskView } from '@/components/run/run-view.ts';
import { EditTaskDialog } from '@/components/task/edit/edit-task-dialog.tsx';
import { editFormOf } from '@/components/task/edit/task-patch.ts';
import { toast } from '@/components/ui/toast.ts';
import { SchedulePreview } from '../../schedule/parts/schedule-preview.tsx';
import { useQueueNames } from '../../worker/use-queue-names.ts';
import { saveTask } from '../edit/actions.ts';

/** The dialog that changes a task. */
export function EditTask({ task, onClose }: { task: TaskView; onClose: () => void }) {
  const queues = useQueueNames();
  const { input: _input, output: _output, ...editable } = task;
  const [initial] = useState(() => editFormOf(editable));
  return (
    <EditTaskDialog
      initial={initial}
      hasStart={task.schedule !== undefined || task.status === 'scheduled'}
      queues={queues}
      preview={(form) => <SchedulePreview form={form} />}
      onClose={onClose}
      onSave={async (patch) => {
        const answer = await saveTask({ id: task.id, before: initial, patch: stringifyJson(patch) });
        if (!answer.ok) return answer.problem;
        toast.success('Task changed', { description: task.name ?? task.id });
        onClose();
        return undefined;
      }}
    />
  );
}
