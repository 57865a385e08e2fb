import type { RunTrigger } from '#contract';
import type { Transaction } from '#database';
import { type Actor, ownerOfRuns } from '../actor.ts';
import type { LockedTask } from './lock-task.ts';

type NewRun = {
  trigger: RunTrigger;
  /** Who starts it; `undefined` for the schedule of the task. */
  by: Pick<Actor, 'name' | 'owner'> | undefined;
  forkedFrom?: { runCount: number; sequence: number };
  /** When the run becomes queued. Default: at once. */
  dueOn?: string;
  /** Whether a worker must read steps that were kept. */
  hasJournal?: boolean;
};

type Begun = Pick<LockedTask, 'key' | 'run_count'>;

/** Creates the next run of a locked task whose current run has ended. Resolves with the new run count. */
export async function beginRun(transaction: Transaction, task: Begun, run: NewRun): Promise<number> {
  const { forkedFrom, ...rest } = run;
  await beginRuns(transaction, [{ ...task, forkedFrom }], rest);
  return task.run_count + 1;
}

/** Creates the next runs of locked tasks whose current run has ended. */
export async function beginRuns(
  transaction: Transaction,
  tasks: readonly (Begun & { forkedFrom?: NewRun['forkedFrom'] | undefined })[],
  run: Omit<NewRun, 'forkedFrom'>,
): Promise<void> {
  const keys = tasks.map(({ key }) => key);
  await transaction`
    with earlier as (
      update run set is_current = false where task_key = any(${keys}::bigint[]) and is_current
    ), no_error as (
      delete from search_text where task_key = any(${keys}::bigint[]) and kind = 'e'
    )
    insert into active_run (task_key, run_count, status, trigger, triggered_by, forked_from_run_count,
      forked_from_sequence, type, queue, priority, concurrency_key, concurrency_limit, has_journal, due_on, owner)
    select t.key, b.run_count + 1, ${run.dueOn === undefined ? 'queued' : 'scheduled'}::run_status, ${run.trigger}::run_trigger,
      ${run.by?.name ?? 'schedule'}, b.from_run_count, b.from_sequence, t.type, t.queue, t.priority, t.concurrency_key,
      t.concurrency_limit, ${run.hasJournal ?? false}, ${run.dueOn ?? null}::timestamptz,
      ${run.by === undefined ? null : ownerOfRuns(run.by)}::text
    from unnest(${keys}::bigint[], ${tasks.map((task) => task.run_count)}::bigint[],
        ${tasks.map(({ forkedFrom }) => forkedFrom?.runCount ?? null)}::bigint[],
        ${tasks.map(({ forkedFrom }) => forkedFrom?.sequence ?? null)}::integer[])
        b (key, run_count, from_run_count, from_sequence)
      join task t on t.key = b.key`;
}
