'use client';
import { taskName } from '@/components/task/task-row.ts';
import { toast } from '@/components/ui/toast.ts';
import type { ActionResult } from '../access/perform-action.ts';
import { tellFailure } from '../problem/tell-failure.ts';
import { pauseTask, rerunTask, resumeTask, wakeTask } from '../run/actions.ts';
import type { ScheduledTask } from './read-schedules.ts';

const runKeys = new Map<string, string>();

/** The key under which a schedule is run now: one while the page shows the same run, as the answer may have been lost. */
function runKeyOf({ id, runCount }: ScheduledTask): string {
  const seen = `${id} ${runCount}`;
  const key = runKeys.get(seen) ?? crypto.randomUUID();
  runKeys.set(seen, key);
  return key;
}

/** What can be done to a schedule with one press. Each outcome is told in a toast, after which `onDone` is called. */
export function scheduleActs(onDone: () => void) {
  const act = async (
    task: ScheduledTask,
    run: Promise<ActionResult<unknown>>,
    words: { done: string; failed: string },
  ) => {
    if ((await tellFailure(words.failed, run)) !== undefined)
      toast.success(words.done, { description: taskName(task) });
    onDone();
  };
  return {
    /** Pauses a schedule, or resumes it. */
    toggle(task: ScheduledTask) {
      const { id, runCount } = task;
      return task.status === 'paused'
        ? act(task, resumeTask({ id, runCount }), { done: 'Resumed', failed: 'The task was not resumed' })
        : act(task, pauseTask({ id, runCount }), { done: 'Paused', failed: 'The task was not paused' });
    },
    /** Starts the run that waits for its occurrence, or another when none waits. */
    run: (task: ScheduledTask) =>
      act(
        task,
        task.status === 'scheduled'
          ? wakeTask({ id: task.id, until: task.nextRunOn })
          : rerunTask({ id: task.id, idempotencyKey: runKeyOf(task) }),
        { done: 'Started', failed: 'The task was not started' },
      ),
  };
}
