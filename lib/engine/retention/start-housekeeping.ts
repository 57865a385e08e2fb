import type { Retention } from '#contract';
import { type Database, type Job, QueueFloor, runJobs, sweeping } from '#database';
import { evaluateAlerts } from '../alerts/evaluate-alerts.ts';
import { conditionLooks } from '../alerts/lasting/look.ts';
import { sweepAlerts } from '../alerts/sweep-alerts.ts';
import { countFailures } from '../errors/count-failures.ts';
import { sweepErrors } from '../errors/sweep-errors.ts';
import { searchIndexer } from '../search/index-batch.ts';
import { sweepSourceMaps } from '../sources/sweep-source-maps.ts';
import { removeDeadEntries, valueIndexBuilder } from '../value-indexes/build-value-indexes.ts';
import { beforeAllEnds, expireRuns, expireTasks } from './expire-runs.ts';
import { purgeDeleted } from './purge-deleted.ts';
import { purgeRemoved } from './remove-runs.ts';
import { sweepIdempotency } from './sweep-idempotency.ts';

export type HousekeepingOptions = {
  /** Applies to tasks without their own retention. `maximumRuns` applies to tasks with a schedule. */
  retention?: Retention;
  /** Called with a job's failure. The job runs again at its next time. */
  onTrouble?: (error: Error) => void;
};

/**
 * Maintains the database in the background: adds new tasks to the search index, builds indexes of values, counts failures, evaluates alerts, removes
 * what retention and deletion left, and deletes old idempotency keys. Any number of processes may do so, and each batch is done by one. `stop`
 * resolves when the current batches are done.
 */
export function startHousekeeping(database: Database, options: HousekeepingOptions = {}): { stop(): Promise<void> } {
  const retention = options.retention ?? {};
  const { maximumAgeInMs } = retention;
  const ofFailures = new QueueFloor();
  const jobs: Job[] = [
    { everyMs: 1_000, batch: searchIndexer(database) },
    { everyMs: 1_000, batch: () => countFailures(database, ofFailures) },
    { everyMs: 600_000, batch: () => sweepErrors(database) },
    { everyMs: 600_000, batch: () => sweepSourceMaps(database) },
    { everyMs: 1_000, batch: () => evaluateAlerts(database) },
    { everyMs: 1_000, batch: conditionLooks(database, options.onTrouble) },
    { everyMs: 600_000, batch: () => sweepAlerts(database) },
    { everyMs: 5_000, batch: sweeping(0, (after) => purgeDeleted(database, after)) },
    { everyMs: 5_000, batch: () => purgeRemoved(database) },
    { everyMs: 1_000, batch: valueIndexBuilder(database) },
    { everyMs: 10_000, batch: () => removeDeadEntries(database) },
    { everyMs: 60_000, batch: () => sweepIdempotency(database) },
    { everyMs: 60_000, batch: sweeping(0, (after) => expireRuns(database, retention, after)) },
  ];
  if (maximumAgeInMs !== undefined)
    jobs.push({
      everyMs: 60_000,
      batch: sweeping(beforeAllEnds, (after) => expireTasks(database, maximumAgeInMs, after)),
    });
  return runJobs(jobs, options.onTrouble);
}
