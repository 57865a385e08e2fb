import { type Database, type Job, runJobs } from '#database';
import { expireEntries } from './expire-entries.ts';
import { foldStoreChanges } from './fold-store-changes.ts';
import { sweepAccess, sweepVersions } from './sweep-versions.ts';

export type StateHousekeepingOptions = {
  database: Database;
  /** How long what an entry was is kept after it was superseded; 30 days without it. */
  versionRetentionInMs?: number | undefined;
  /** Told of a job that failed; it is tried again at its next time. */
  onTrouble?: (error: Error) => void;
};

const thirtyDaysInMs = 30 * 24 * 3_600_000;

/**
 * Keeps the stores in order, off the hot path: ends expired entries, removes old versions and records of access, adds
 * up what stores hold. Any number of processes may do so at once. `stop` resolves when what is under way is done.
 */
export function startStateHousekeeping(options: StateHousekeepingOptions): { stop(): Promise<void> } {
  const { database, versionRetentionInMs = thirtyDaysInMs, onTrouble } = options;
  const jobs: Job[] = [
    { everyMs: 1_000, batch: () => expireEntries(database) },
    { everyMs: 1_000, batch: () => foldStoreChanges(database) },
    { everyMs: 60_000, batch: () => sweepVersions(database, versionRetentionInMs) },
    { everyMs: 60_000, batch: () => sweepAccess(database, versionRetentionInMs) },
  ];
  return runJobs(jobs, onTrouble);
}
