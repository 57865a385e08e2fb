'use client';
import { Ban, RotateCcw, Trash2, X } from 'lucide-react';
import { bulkScope, bulkWords, type TaskBulkAction, taskBulkActions, whyNot } from '@/components/task/task-bulk.ts';
import type { TaskRow } from '@/components/task/task-row.ts';
import { Button } from '@/components/ui/button.tsx';
import { useMay } from '../../access/scopes-context.tsx';

const icons = { cancel: Ban, rerun: RotateCcw, delete: Trash2 };

type Props = {
  tasks: readonly TaskRow[];
  onAct: (action: TaskBulkAction) => void;
  onClear: () => void;
};

/** What can be done to the selected tasks. */
export function SelectionBar({ tasks, onAct, onClear }: Props) {
  return (
    <section
      aria-label="Selected tasks"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-raised px-3 py-2 shadow-raised"
    >
      <p role="status" className="mr-2 font-medium text-sm">
        {tasks.length} selected
      </p>
      {taskBulkActions.map((action) => (
        <ActionButton key={action} action={action} tasks={tasks} onAct={onAct} />
      ))}
      <Button variant="ghost" size="sm" onClick={onClear} className="ml-auto">
        <X aria-hidden />
        Clear selection
      </Button>
    </section>
  );
}

function ActionButton({ action, tasks, onAct }: { action: TaskBulkAction } & Pick<Props, 'tasks' | 'onAct'>) {
  const { reason } = useMay(bulkScope[action]);
  const Icon = icons[action];
  return (
    <Button size="sm" disabledReason={reason ?? whyNot(tasks, action)} onClick={() => onAct(action)}>
      <Icon aria-hidden />
      {bulkWords[action].verb}
    </Button>
  );
}
