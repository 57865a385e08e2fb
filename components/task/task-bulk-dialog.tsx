'use client';
import { Check, CircleX, Loader } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { ScrollList } from '@/components/ui/scroll-region.tsx';
import { shortenId } from '@/components/ui/shorten-id.ts';
import { type BulkProgress, type Performed, useBulkRun } from '@/components/ui/use-bulk-run.ts';
import { StatusIcon } from './status-icon.tsx';
import {
  bulkWords,
  isUnknown,
  outcomeSummary,
  splitByAction,
  type TaskBulkAction,
  type TaskOutcome,
  whyUnable,
} from './task-bulk.ts';
import { type TaskRow, taskName } from './task-row.ts';

/** What is asked for some tasks at once, with the run of each that was seen. Under one `operation`, nothing is done to a task twice. */
export type AskedBulk = {
  action: TaskBulkAction;
  tasks: { id: string; runCount: number }[];
  force: boolean;
  operation: string;
};

type Props = {
  action: TaskBulkAction;
  tasks: readonly TaskRow[];
  /** Does it to some of them; answers every one's outcome, or throws where nothing is known of any. */
  perform: (asked: AskedBulk) => Promise<Performed<TaskOutcome>>;
  onDone: (outcomes: readonly TaskOutcome[]) => void;
  onClose: () => void;
};

const tasksPerCall = 10;

/** Asks once, naming every task and what happens to it; then shows what became of each. It can be stopped. */
export function TaskBulkDialog({ action, tasks, perform, onDone, onClose }: Props) {
  const [force, setForce] = useState(false);
  const [operation] = useState(() => crypto.randomUUID());
  const words = bulkWords[action];
  const { able, unable } = splitByAction(tasks, action, force);
  const isOne = tasks.length === 1;
  const { progress, run, stop } = useBulkRun({
    items: able,
    itemsPerCall: tasksPerCall,
    perform: (some) => perform({ action, tasks: some.map(({ id, runCount }) => ({ id, runCount })), force, operation }),
    isDone: ({ ok }) => ok,
    onEnd: onDone,
    onAllDone: onClose,
  });

  const isAsking = progress.state === 'asking';
  const isWorking = progress.state === 'working';
  const kept = progress.outcomes.filter((outcome) => !isUnknown(outcome));
  const left = able.filter(({ id }) => kept.every((outcome) => outcome.id !== id));
  const whyNot = able.length === 0 ? words.none : undefined;
  const whyNotAgain = isWorking ? 'It has not ended yet' : left.length === 0 ? 'No task is left' : undefined;
  return (
    <Dialog isBusy={isWorking} onClose={onClose}>
      <DialogContent
        size="md"
        title={`${words.verb} ${isOne ? 'this task' : `${able.length} ${able.length === 1 ? 'task' : 'tasks'}`}?`}
        description={words.effect}
        footer={
          <>
            {!isAsking && <Progressed progress={progress} total={able.length} done={words.done} />}
            <Button actionKey={isAsking || isWorking ? 'stop' : 'close'} onClick={isWorking ? stop : onClose}>
              {isWorking ? 'Stop' : isAsking ? 'Keep as it is' : 'Close'}
            </Button>
            <Button
              variant={isAsking && action !== 'rerun' ? 'danger' : 'primary'}
              actionKey={isAsking ? action : 'again'}
              disabledReason={isAsking ? whyNot : whyNotAgain}
              onClick={() => void (isAsking ? run() : run({ left, kept }))}
            >
              {isAsking ? `${words.verb} ${isOne ? 'task' : able.length}` : 'Try again'}
            </Button>
          </>
        }
      >
        <ScrollList aria-label="Tasks" className="max-h-72 rounded-md border border-line">
          {able.map((task) => (
            <TaskLine
              key={task.id}
              task={task}
              outcome={progress.outcomes.find(({ id }) => id === task.id)}
              isWorking={isWorking}
              done={words.done}
            />
          ))}
        </ScrollList>
        {unable.length > 0 && (
          <details className="mt-3 text-muted text-xs">
            <summary>
              {unable.length} {unable.length === 1 ? 'task' : 'tasks'} can’t be {words.done}.{' '}
              {whyUnable(unable, action)}.
            </summary>
            <ul className="mt-1 rounded-md border border-line">
              {unable.map((task) => (
                <TaskLine key={task.id} task={task} outcome={undefined} isWorking={false} done={words.done} />
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

type TaskLineProps = { task: TaskRow; outcome: TaskOutcome | undefined; isWorking: boolean; done: string };

function TaskLine({ task, outcome, isWorking, done }: TaskLineProps) {
  return (
    <li className="flex min-h-8 items-center gap-2 border-line border-b px-2 py-1 text-sm last:border-b-0">
      <StatusIcon status={task.status} />
      <span className="min-w-0 flex-1 truncate-name">
        {taskName(task)} <span className="font-mono text-muted text-xs">{shortenId(task.id)}</span>
      </span>
      {outcome?.ok === true && <Check aria-label="done" className="size-3.5 text-positive" />}
      {outcome?.ok === false && (
        <span className="flex items-center gap-1 text-danger text-xs">
          <CircleX aria-hidden className="size-3.5" />
          {outcome.detail}
          {isUnknown(outcome) && ` It may have been ${done}.`}
        </span>
      )}
      {!outcome && isWorking && <Loader aria-label="in progress" className="size-3.5 animate-spin text-muted" />}
    </li>
  );
}

function Progressed({ progress, total, done }: { progress: BulkProgress<TaskOutcome>; total: number; done: string }) {
  const { outcomes, state, failure } = progress;
  const end = state === 'stopped' ? (failure ?? 'stopped') : undefined;
  return (
    <p role="status" className="mr-auto text-muted text-xs">
      {outcomeSummary(outcomes, { total, done, end })}
    </p>
  );
}
