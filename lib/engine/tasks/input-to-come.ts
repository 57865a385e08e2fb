import { fullScope, TaskdeckError } from '#contract';
import type { Transaction } from '#database';
import type { Actor } from '../actor.ts';
import type { LockedTask } from './lock-task.ts';
import { type GivenInput, writeInput } from './new-input.ts';

/**
 * Throws `InvalidTransition` when the current run of a locked task has started: it has read its input. Throws
 * `InsufficientScope` when the run has kept results or hidden events and the actor may not see hidden values, because the
 * input can decide where they are sent.
 */
export async function requireInputToCome(transaction: Transaction, task: LockedTask, actor: Actor): Promise<void> {
  const [run] = await transaction<{ started_on: string | null; may_hide: boolean }[]>`
    select a.started_on,
      exists (select from step s where s.task_key = a.task_key and s.run_count = a.run_count)
      or exists (select from external_event e where e.task_key = a.task_key and e.run_count = a.run_count)
        and exists (select from task t left join task_type tt on tt.type = t.type,
            unnest(coalesce(t.sensitive, '{}') || coalesce(tt.sensitive, '{}')) pointer
          where t.key = a.task_key and starts_with(pointer, '/events/')) as may_hide
    from active_run a where a.task_key = ${task.key}`;
  if (run === undefined || run.started_on !== null)
    throw new TaskdeckError(
      'InvalidTransition',
      `cannot change the input of run ${task.run_count} of task "${task.id}": the run has started`,
    );
  if (run.may_hide && !actor.readsSensitive)
    throw new TaskdeckError(
      'InsufficientScope',
      `run ${task.run_count} of task "${task.id}" keeps results or has hidden events. Changing its input needs the scope ${fullScope('sensitive/read')}`,
    );
}

/** Writes the input of the current run of a locked task that has not started. It stays the input of later runs. */
export async function writeInputToCome(transaction: Transaction, task: LockedTask, given: GivenInput): Promise<void> {
  await transaction`delete from task_input where task_key = ${task.key} and from_run_count > ${task.run_count}`;
  if (task.run_count === 1) await transaction`update task set input = ${given.text}::json where key = ${task.key}`;
  else await writeInput(transaction, task.key, task.run_count, given);
  // A claim that began before this commits would read the old input. It cannot lock a row that is gone by then.
  await transaction`
    with gone as (delete from active_run where task_key = ${task.key} returning *)
    insert into active_run select * from gone`;
}
