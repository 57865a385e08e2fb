import type { Database } from '#database';

/** Why an operation was stopped that did not record its own end. */
export const abandoned = 'The task that worked it off was cancelled, deleted, or failed.';

const batchRows = 500;

/**
 * Records the end of operations whose task has ended or is gone before it did so, at the end of that task. Their results are
 * then kept for as long as those of others. Resolves with their number.
 */
export async function endAbandoned(database: Database): Promise<number> {
  const ended = await database`
    update bulk_operation o set is_stopped = true, end_reason = ${abandoned}, ended_on = coalesce((
      select max(r.ended_on) from task t join run r on r.task_key = t.key where t.id = o.id), now())
    where key = any(array(
      select key from bulk_operation l where ended_on is null
        and not exists (select from task t join active_run a on a.task_key = t.key where t.id = l.id)
      order by key limit ${batchRows} for update skip locked))`;
  return ended.count;
}
