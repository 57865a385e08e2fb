'use client';
import { Ban, Ellipsis, GitCompareArrows, RotateCcw, Trash2 } from 'lucide-react';
import { numberText } from '#contract';
import { SelectionBar } from '@/components/table/selection-bar.tsx';
import { bulkScope, bulkWords, type TaskBulkAction, taskBulkActions, whyNot } from '@/components/task/task-bulk.ts';
import type { TaskRow } from '@/components/task/task-row.ts';
import { Button } from '@/components/ui/button.tsx';
import { useMay } from '../../access/scopes-context.tsx';

const icons = { cancel: Ban, rerun: RotateCcw, delete: Trash2 };

type Props = {
  tasks: readonly TaskRow[];
  /** Rows in memory, and whether more match the filter than these. */
  loaded: { count: number; hasMore: boolean };
  /** Whether all tasks that match the filter are selected, also those that are not loaded. */
  isAllMatching: boolean;
  /** How many match, once they are counted. */
  matching: { count: number; isCut: boolean } | undefined;
  onSelectMatching: () => void;
  /** Selects the loaded rows, in place of all that match. */
  onSelectLoaded: () => void;
  onAct: (action: TaskBulkAction) => void;
  /** Opens all actions that can be done to many tasks. */
  onMore: () => void;
  /** Shows the current runs of two tasks side by side; only while two are selected. */
  onCompare: (() => void) | undefined;
  onClear: () => void;
};

/** What can be done to the selected tasks. */
export function SelectedTasks({
  tasks,
  loaded,
  isAllMatching,
  matching,
  onSelectMatching,
  onSelectLoaded,
  onAct,
  onMore,
  onCompare,
  onClear,
}: Props) {
  const isEachLoaded = loaded.hasMore && tasks.length >= loaded.count;
  return (
    <SelectionBar
      label="Selected tasks"
      count={isAllMatching ? allWords(matching) : `${numberText(tasks.length)} ${isEachLoaded ? 'loaded' : 'selected'}`}
      onClear={onClear}
    >
      {loaded.hasMore && !isAllMatching && (
        <Button size="sm" onClick={onSelectMatching}>
          Select all that match
        </Button>
      )}
      {isAllMatching && (
        <Button size="sm" onClick={onSelectLoaded}>
          Only the {numberText(loaded.count)} loaded
        </Button>
      )}
      {taskBulkActions.map((action) => (
        <ActionButton key={action} action={action} tasks={isAllMatching ? undefined : tasks} onAct={onAct} />
      ))}
      {onCompare !== undefined && (
        <Button size="sm" onClick={onCompare}>
          <GitCompareArrows aria-hidden />
          Compare
        </Button>
      )}
      <Button size="sm" onClick={onMore}>
        <Ellipsis aria-hidden />
        More actions
      </Button>
    </SelectionBar>
  );
}

function allWords(matching: Props['matching']): string {
  if (matching === undefined) return 'All that match';
  return `All ${numberText(matching.count)}${matching.isCut ? '+' : ''} that match`;
}

type ActionProps = { action: TaskBulkAction; tasks: readonly TaskRow[] | undefined } & Pick<Props, 'onAct'>;

/** Of tasks that are not loaded it is not known whether the action is possible: the preview says it. */
function ActionButton({ action, tasks, onAct }: ActionProps) {
  const { reason } = useMay(bulkScope[action]);
  const Icon = icons[action];
  return (
    <Button size="sm" disabledReason={reason ?? (tasks && whyNot(tasks, action))} onClick={() => onAct(action)}>
      <Icon aria-hidden />
      {bulkWords[action].verb}
    </Button>
  );
}
