import type { AlertFinding } from '#contract';
import type { Database, Transaction } from '#database';
import { isOfType } from '../matches.ts';
import type { ConditionOf } from './rule.ts';

/** Workers of one name: how many are lost, when the lease of the last of them expired, and whether one is live. */
type WorkerName = { name: string; lost: number; lost_on: string | null; is_live: boolean };

/** Returns the workers by their names. Lost ones are kept for an hour. A worker that stops leaves no row. */
export async function readWorkerNames(database: Database | Transaction): Promise<WorkerName[]> {
  return database<WorkerName[]>`
    select name, count(*) filter (where is_lost) as lost, max(expires_on) filter (where is_lost) as lost_on,
      bool_or(not is_lost) as is_live
    from (select name, expires_on, is_expired or expires_on <= now() as is_lost from worker) w group by name`;
}

/** Returns the names of which a worker was lost and none is live. */
export function judgeWorkers(
  { worker }: ConditionOf<'workerLost'>,
  names: readonly WorkerName[],
  since: string,
): AlertFinding[] {
  return names
    .filter(({ name, is_live, lost_on }) => {
      if (is_live || lost_on === null || lost_on < since) return false;
      return worker === undefined || isOfType(worker, name);
    })
    .map(({ name, lost }) => ({ id: name, count: lost }));
}
