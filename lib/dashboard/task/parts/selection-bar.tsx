'use client';
import { Ban, RotateCcw, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { bulkScope, bulkWords, type TaskBulkAction, taskBulkActions, whyNot } from '@/components/task/task-bulk.ts';
import type { TaskRow } from '@/components/task/task-row.ts';
import { Button } from '@/components/ui/button.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useMay } from '../../access/scopes-context.tsx';

type Matched = { count: number; isCut: boolean };

const icons = { cancel: Ban, rerun: RotateCcw, delete: Trash2 };

type Props = {
  tasks: readonly TaskRow[];
  /** Rows in memory, and whether more match the filter than these. */
  loaded: { count: number; hasMore: boolean };
  /** Selects all tasks that match the filter, also those that are not loaded. */
  onSelectMatching: (onProgress: (count: number) => void) => Promise<Matched>;
  /** A failure in words. */
  explain: (error: unknown) => string;
  onAct: (action: TaskBulkAction) => void;
  onClear: () => void;
};

/** What can be done to the selected tasks. */
export function SelectionBar({ tasks, loaded, onSelectMatching, explain, onAct, onClear }: Props) {
  const [matched, setMatched] = useState<Matched>();
  const [progress, setProgress] = useState<number>();
  const selectMatching = async () => {
    setProgress(0);
    try {
      setMatched(await onSelectMatching(setProgress));
    } catch (error) {
      toast.error('The tasks that match could not be read', { description: explain(error) });
    } finally {
      setProgress(undefined);
    }
  };
  const isOffered = loaded.hasMore && tasks.length >= loaded.count && matched?.count !== tasks.length;
  return (
    <section
      aria-label="Selected tasks"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-raised px-3 py-2 shadow-raised"
    >
      <p role="status" className="mr-2 font-medium text-sm">
        {progress === undefined ? selectedWords(tasks.length, isOffered, matched) : `${count(progress)} read…`}
      </p>
      {isOffered && (
        <Button size="sm" disabled={progress !== undefined} onClick={() => void selectMatching()}>
          Select all that match
        </Button>
      )}
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

/** What is selected: these, all loaded ones, or all that match the filter. */
function selectedWords(selected: number, isOffered: boolean, matched: Matched | undefined): string {
  if (isOffered) return `${count(selected)} loaded`;
  if (matched?.count !== selected) return `${count(selected)} selected`;
  return matched.isCut ? `The first ${count(selected)} that match` : `All ${count(selected)} that match`;
}

const count = (amount: number) => amount.toLocaleString('en');

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
