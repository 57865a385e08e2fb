import type { RunTrigger } from '#contract';
import type { Transaction } from '#database';
import type { LockedTask } from './lock-task.ts';

export type NewRun = {
  trigger: RunTrigger;
  triggeredBy: string;
  forkedFrom?: { runCount: number; sequence: number };
  /** When the run becomes queued. Default: at once. */
  dueOn?: string;
  /** Whether a worker must read steps that were kept. */
  hasJournal?: boolean;
};

/** Creates the next run of a locked task whose current run has ended. Resolves with the new run count. */
export async function beginRun(
  transaction: Transaction,
  task: Pick<LockedTask, 'key' | 'run_count'>,
  run: NewRun,
): Promise<number> {
  const runCount = task.run_count + 1;
  await transaction`
    with earlier as (
      update run set is_current = false where task_key = ${task.key} and is_current
    ), no_error as (
      delete from search_text where task_key = ${task.key} and kind = 'e'
    )
    insert into active_run (task_key, run_count, status, trigger, triggered_by, forked_from_run_count,
      forked_from_sequence, type, queue, priority, concurrency_key, concurrency_limit, has_journal, due_on)
    select key, ${runCount}, ${run.dueOn === undefined ? 'queued' : 'scheduled'}::run_status, ${run.trigger}::run_trigger,
      ${run.triggeredBy}, ${run.forkedFrom?.runCount ?? null}, ${run.forkedFrom?.sequence ?? null}, type, queue, priority,
      concurrency_key, concurrency_limit, ${run.hasJournal ?? false}, ${run.dueOn ?? null}::timestamptz
    from task where key = ${task.key}`;
  return runCount;
}
