'use client';
import { useQuery } from '@tanstack/react-query';
import { Ban, Maximize2, RotateCcw, Send, X } from 'lucide-react';
import { useState } from 'react';
import { laterPart } from '@/components/shell/later-part.ts';
import type { TaskBulkAction } from '@/components/task/task-bulk.ts';
import { bulkScope, bulkWords, whyNot } from '@/components/task/task-bulk.ts';
import { type TaskRow, taskName } from '@/components/task/task-row.ts';
import { TaskSummary } from '@/components/task/task-summary.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Link } from '@/components/ui/link.tsx';
import { SidePanel } from '@/components/ui/side-panel.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import { useLive } from '../../live/use-live.ts';
import { useRefresh } from '../../live/use-refresh.ts';
import { problemOf } from '../../problem/problem.ts';
import { fetchTasks } from '../task-page.ts';
import { usePanelRun } from '../use-panel-run.ts';
import { PanelDetails } from './panel-details.tsx';
import { RemedyButton } from './remedy-button.tsx';
import type { AskedRemedy } from './remedy-dialog.tsx';

const RemedyDialog = laterPart(() => import('./remedy-dialog.tsx').then((loaded) => loaded.RemedyDialog));

type Props = {
  id: string;
  /** The task as the list has it, where it is listed. */
  listed: TaskRow | undefined;
  onAct: (action: TaskBulkAction, task: TaskRow) => void;
  onRaise: (task: TaskRow) => void;
  onClose: () => void;
};

/** A task beside the list: enough to judge and to act, while the list stays in place. */
export function TaskPanel({ id, listed, onAct, onRaise, onClose }: Props) {
  const queryKey = ['tasks', 'panel', id];
  /** Here and not at its button, which goes when the wait ends. */
  const [asked, setAsked] = useState<AskedRemedy>();
  const read = useQuery({
    queryKey,
    queryFn: async () => (await fetchTasks([id]))[0] ?? null,
    enabled: listed === undefined,
  });
  useLive({ taskIds: [id] }, useRefresh(queryKey));
  const task = listed ?? read.data;
  const run = usePanelRun(task ?? undefined);
  return (
    <SidePanel label="Task beside the list" size="narrow">
      <header className="flex items-center gap-1 border-line border-b py-1.5 pr-1.5 pl-3">
        <h2 className="min-w-0 flex-1 truncate font-semibold text-sm">{task ? taskName(task) : id}</h2>
        <Button asChild variant="ghost" size="sm" iconOnly>
          <Link href={`/tasks/${encodeURIComponent(id)}`} aria-label="Open the task">
            <Maximize2 aria-hidden />
          </Link>
        </Button>
        <Button variant="ghost" size="sm" iconOnly aria-label="Close the panel" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      <div className="wrap-anywhere min-h-0 flex-1 overflow-auto p-3">
        {task && (
          <TaskSummary
            task={task}
            parentName={run.data?.task.parentName}
            remedy={<RemedyButton task={task} onAsk={setAsked} />}
          />
        )}
        {task && !task.isDeleted && <PanelDetails task={task} />}
        {task === null && <p className="text-muted text-sm">There is no task {id}. It may have been deleted.</p>}
        {task === undefined && read.isPending && <Skeleton className="h-40" />}
        {task === undefined && read.error && (
          <ErrorState
            title="The task could not be read"
            problem={problemOf(read.error)}
            onRetry={() => void read.refetch()}
          />
        )}
      </div>
      {task && (
        <footer className="flex flex-wrap gap-2 border-line border-t p-2">
          <Act action="cancel" icon={<Ban aria-hidden />} task={task} onAct={onAct} />
          <Act action="rerun" icon={<RotateCcw aria-hidden />} task={task} onAct={onAct} />
          <RaiseButton onRaise={() => onRaise(task)} />
        </footer>
      )}
      {asked !== undefined && <RemedyDialog {...asked} onClose={() => setAsked(undefined)} />}
    </SidePanel>
  );
}

function Act({
  action,
  icon,
  task,
  onAct,
}: {
  action: TaskBulkAction;
  icon: React.ReactNode;
  task: TaskRow;
  onAct: Props['onAct'];
}) {
  const { reason } = useMay(bulkScope[action]);
  return (
    <Button size="sm" disabledReason={reason ?? whyNot([task], action)} onClick={() => onAct(action, task)}>
      {icon}
      {bulkWords[action].verb}
    </Button>
  );
}

function RaiseButton({ onRaise }: { onRaise: () => void }) {
  const { reason } = useMay('events/create');
  return (
    <Button size="sm" disabledReason={reason} onClick={onRaise}>
      <Send aria-hidden />
      Raise event
    </Button>
  );
}
