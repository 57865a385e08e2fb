import type { BlobStore } from '#blobs';
import { type Database, type Job, runJobs, sweeping } from '#database';
import { beforeAllBlobs, markOrphans, removeOrphans } from './sweep-orphans.ts';
import { sweepStore } from './sweep-store.ts';
import { sweepUploads } from './sweep-uploads.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export type BlobHousekeepingOptions = {
  database: Database;
  blobs: BlobStore;
  /** How long a blob without references is kept. Default: ten minutes. */
  orphanGraceMs?: number;
  /** The age at which bytes unknown to the database are removed. Default: one day. */
  unknownGraceMs?: number;
  /** The interval at which the whole blob store is compared with the database. Default: one day. */
  compareEveryMs?: number;
  /** Called with a job's failure. The job runs again at its next time. */
  onTrouble?: (error: Error) => void;
};

/** The rest between two batches, which leaves the disk and the database to others. */
const restMs = 50;

/**
 * Removes unreachable data from the blob store: expired uploads, blobs that no version has, and bytes unknown to the
 * database. Any number of processes may do so. `stop` resolves when the current batches are done.
 */
export function startBlobHousekeeping(options: BlobHousekeepingOptions): { stop(): Promise<void> } {
  const { database, compareEveryMs = dayMs } = options;
  const jobs: Job[] = [
    { everyMs: minuteMs, restMs, batch: () => sweepUploads(options) },
    { everyMs: minuteMs, restMs, batch: () => removeOrphans(options, options.orphanGraceMs ?? 10 * minuteMs) },
    { everyMs: 5 * minuteMs, restMs, batch: sweeping(beforeAllBlobs, (walk) => markOrphans(database, walk)) },
    {
      everyMs: compareEveryMs,
      firstAfterMs: compareEveryMs / 24, // not at every start
      async batch(signal) {
        await sweepStore(options, options.unknownGraceMs ?? dayMs, signal);
        return false;
      },
    },
  ];
  return runJobs(jobs, options.onTrouble);
}
