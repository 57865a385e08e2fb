import type { Transaction } from '#database';
import type { OperationRow } from './operation-row.ts';

/** Runs that are settled in one turn. The rest follow in the next. */
const batchSize = 5_000;

/**
 * Notes which runs of a locked operation have ended, and resolves with the operation as it is then, and whether there may
 * be more of them. Messages of failures stay in the runs: a copy would outlive the sensitive pointers that a task gets later.
 */
export async function settleRuns(
  transaction: Transaction,
  operation: OperationRow,
): Promise<{ operation: OperationRow; isMore: boolean }> {
  if (operation.running === 0) return { operation, isMore: false };
  const [counted] = await transaction<(Pick<OperationRow, 'running' | 'succeeded' | 'failed'> & { ended: number })[]>`
    with ended as (
      select i.position, r.status, r.fingerprint, r.ended_on
      from bulk_item i
        left join run r on r.task_key = i.task_key and r.run_count = i.run_count
        left join task t on t.key = i.task_key
      where i.operation_key = ${operation.key} and i.status = 'running'
        and (r.task_key is not null or t.key is null or not exists (
          select from active_run a where a.task_key = i.task_key and a.run_count = i.run_count))
      order by i.position limit ${batchSize}
    ), settled as (
      update bulk_item i set ended_on = coalesce(e.ended_on, now()),
        status = case when e.status = 'succeeded' then 'succeeded' else 'failed' end,
        code = case when e.status = 'succeeded' then null else coalesce(e.status::text, 'TaskNotFound') end,
        cause = case when e.status = 'succeeded' then null
          else coalesce(e.fingerprint, e.status::text, 'TaskNotFound') end,
        message = case when e.status is null then 'its run was deleted before it ended' end
      from ended e where i.operation_key = ${operation.key} and i.position = e.position
      returning i.status
    ), counts as (
      select count(*) as ended, count(*) filter (where status = 'succeeded') as succeeded from settled
    )
    update bulk_operation o set running = o.running - c.ended, succeeded = o.succeeded + c.succeeded,
      failed = o.failed + c.ended - c.succeeded
    from counts c where o.key = ${operation.key} and c.ended > 0
    returning o.running, o.succeeded, o.failed, c.ended`;
  const { ended = 0, ...counts } = counted ?? {};
  return { operation: { ...operation, ...counts }, isMore: ended === batchSize };
}
