import { type Database, type Job, QueueFloor, runJobs, sweeping } from '#database';
import { buildIndexes } from '../indexes/build-indexes.ts';
import { expireEntries } from './expire-entries.ts';
import { foldStoreChanges } from './fold-store-changes.ts';
import { sweepAccess, sweepVersions } from './sweep-versions.ts';

export type StateHousekeepingOptions = {
  database: Database;
  /** How long a version is kept after it was superseded. Default: 30 days. */
  versionRetentionInMs?: number | undefined;
  /** Called with a job's failure. The job runs again at its next time. */
  onTrouble?: (error: Error) => void;
};

const hourInMs = 3_600_000;
const thirtyDaysInMs = 30 * 24 * hourInMs;

/**
 * Maintains the stores in the background: expires entries, removes old versions and records of access, builds the indexes of
 * stores, and updates their counts. Any number of processes may do so at the same time. `stop` resolves when the current batches are
 * done.
 */
export function startStateHousekeeping(options: StateHousekeepingOptions): { stop(): Promise<void> } {
  const { database, versionRetentionInMs = thirtyDaysInMs, onTrouble } = options;
  const ofChanges = new QueueFloor();
  const jobs: Job[] = [
    { everyMs: 1_000, batch: () => expireEntries(database) },
    { everyMs: 1_000, batch: () => foldStoreChanges(database, ofChanges) },
    { everyMs: 1_000, batch: () => buildIndexes(database) },
    { everyMs: 60_000, batch: () => sweepVersions(database, versionRetentionInMs) },
    {
      everyMs: hourInMs,
      batch: sweeping(0, (block) => sweepAccess(database, versionRetentionInMs, block)),
    },
  ];
  return runJobs(jobs, onTrouble);
}
