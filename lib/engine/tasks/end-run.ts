import type { EndedStatus, TaskError } from '#contract';
import { stringifyJson } from '#contract';
import type { Transaction } from '#database';

/**
 * Ends the active run of a locked task from outside its worker: the run becomes history, its unfinished steps are
 * cancelled, whoever waits for the task wakes, and a held concurrency key passes on. Late writes of its worker are
 * refused, as the active run is gone.
 */
export async function endRun(
  transaction: Transaction,
  task: { key: number; parent_key: number | null },
  end: { status: EndedStatus; error?: TaskError },
): Promise<void> {
  await transaction`
    with gone as (
      delete from active_run where task_key = ${task.key} returning *
    ), kept as (
      insert into run (task_key, run_count, is_current, status, trigger, triggered_by, forked_from_run_count,
        forked_from_sequence, attempt, error, fingerprint, queued_on, started_on, worker)
      select g.task_key, g.run_count, true, ${end.status}::run_status, g.trigger, g.triggered_by,
        g.forked_from_run_count, g.forked_from_sequence, g.attempt,
        ${end.error === undefined ? null : stringifyJson(end.error)}::json, ${end.error?.fingerprint ?? null},
        g.queued_on, g.started_on, w.name
      from gone g left join worker w on w.key = g.worker_key
    )
    update step s set status = 'cancelled', ended_on = now(), wake_on = null
    from gone g
    where s.task_key = g.task_key and s.run_count = g.run_count and s.status in ('running', 'waiting', 'retrying')`;
  await transaction`
    select wake_waiting_parents(${[task.key]}::bigint[], ${task.parent_key === null ? [] : [task.parent_key]}::bigint[]),
      pg_notify('taskdeck_work', '')`;
}
