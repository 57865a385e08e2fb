'use client';
import { Check, CircleX, Loader } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { shortenId } from '@/components/ui/shorten-id.ts';
import { type BulkProgress, useBulkRun } from '@/components/ui/use-bulk-run.ts';
import { StatusIcon } from './status-icon.tsx';
import { bulkWords, splitByAction, type TaskBulkAction, type TaskOutcome } from './task-bulk.ts';
import { type TaskRow, taskName } from './task-row.ts';

type Props = {
  action: TaskBulkAction;
  tasks: readonly TaskRow[];
  /** Does it to some of them; answers every one's outcome, or throws where nothing is known of any. */
  perform: (action: TaskBulkAction, ids: string[], force: boolean) => Promise<TaskOutcome[]>;
  onDone: (outcomes: readonly TaskOutcome[]) => void;
  onClose: () => void;
};

const tasksPerCall = 10;

/** Asks once, naming every task and what happens to it; then shows what became of each. It can be stopped. */
export function TaskBulkDialog({ action, tasks, perform, onDone, onClose }: Props) {
  const [force, setForce] = useState(false);
  const words = bulkWords[action];
  const { able, unable } = splitByAction(tasks, action, force);
  const isOne = tasks.length === 1;
  const { progress, run, stop } = useBulkRun({
    items: able,
    itemsPerCall: tasksPerCall,
    perform: (some) =>
      perform(
        action,
        some.map(({ id }) => id),
        force,
      ),
    isDone: ({ ok }) => ok,
    onEnd: onDone,
    onAllDone: onClose,
  });

  const isAsking = progress.state === 'asking';
  const isWorking = progress.state === 'working';
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isWorking && onClose()}>
      <DialogContent
        size="md"
        title={`${words.verb} ${isOne ? 'this task' : `${able.length} ${able.length === 1 ? 'task' : 'tasks'}`}?`}
        description={words.effect}
        footer={
          <>
            <Progressed progress={progress} total={able.length} done={words.done} />
            {isWorking ? (
              <Button onClick={stop}>Stop</Button>
            ) : (
              <Button onClick={onClose}>{isAsking ? 'Keep as it is' : 'Close'}</Button>
            )}
            {isAsking && (
              <Button
                variant={action === 'rerun' ? 'primary' : 'danger'}
                onClick={() => void run()}
                disabledReason={able.length === 0 ? words.none : undefined}
              >
                {words.verb} {isOne ? 'task' : able.length}
              </Button>
            )}
          </>
        }
      >
        <ul aria-label="Tasks" className="max-h-72 overflow-auto rounded-md border border-line">
          {able.map((task) => (
            <TaskLine
              key={task.id}
              task={task}
              outcome={progress.outcomes.find(({ id }) => id === task.id)}
              isWorking={isWorking}
            />
          ))}
        </ul>
        {unable.length > 0 && (
          <details className="mt-3 text-muted text-xs">
            <summary>
              {unable.length} {unable.length === 1 ? 'task' : 'tasks'} can’t be {words.done}. {words.none}.
            </summary>
            <ul className="mt-1 rounded-md border border-line">
              {unable.map((task) => (
                <TaskLine key={task.id} task={task} outcome={undefined} isWorking={false} />
              ))}
            </ul>
          </details>
        )}
        {action === 'delete' && isAsking && (force || unable.some(({ isDeleted }) => !isDeleted)) && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a Radix one
          <label className="mt-3 flex items-center gap-2 text-sm">
            <Checkbox checked={force} onCheckedChange={(checked) => setForce(checked === true)} />
            Also cancel and delete tasks that have not ended
          </label>
        )}
      </DialogContent>
    </Dialog>
  );
}

function TaskLine({
  task,
  outcome,
  isWorking,
}: {
  task: TaskRow;
  outcome: TaskOutcome | undefined;
  isWorking: boolean;
}) {
  return (
    <li className="flex min-h-8 items-center gap-2 border-line border-b px-2 py-1 text-sm last:border-b-0">
      <StatusIcon status={task.status} />
      <span className="min-w-0 flex-1 truncate">
        {taskName(task)} <span className="font-mono text-muted text-xs">{shortenId(task.id)}</span>
      </span>
      {outcome?.ok === true && <Check aria-label="done" className="size-3.5 text-positive" />}
      {outcome?.ok === false && (
        <span className="flex items-center gap-1 text-danger text-xs">
          <CircleX aria-hidden className="size-3.5" />
          {outcome.detail}
        </span>
      )}
      {!outcome && isWorking && <Loader aria-label="in progress" className="size-3.5 animate-spin text-muted" />}
    </li>
  );
}

function Progressed({ progress, total, done }: { progress: BulkProgress<TaskOutcome>; total: number; done: string }) {
  const { outcomes, state, failure } = progress;
  if (state === 'asking') return null;
  const failed = outcomes.filter(({ ok }) => !ok).length;
  const parts = [`${outcomes.length - failed} of ${total} ${done}`];
  if (failed > 0) parts.push(`${failed} not`);
  if (state === 'stopped') parts.push(failure ?? 'stopped');
  return (
    <p role="status" className="mr-auto text-muted text-xs">
      {parts.join(', ')}
    </p>
  );
}
