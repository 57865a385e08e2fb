import { limits } from '#contract';
import type { Database } from '#database';

const batchRows = 5_000;

/** Deletes expired idempotency keys. Resolves with whether there may be more. */
export async function sweepIdempotency(database: Database): Promise<boolean> {
  const removed = await database`
    delete from task_idempotency where ctid = any(array(
      select ctid from task_idempotency where created_on < now() - ${limits.idempotencyKeyHours} * interval '1 hour'
      limit ${batchRows} for update skip locked))`;
  return removed.count === batchRows;
}
