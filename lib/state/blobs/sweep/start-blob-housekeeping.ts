import type { BlobStore } from '#blobs';
import { type Database, type Job, runJobs } from '#database';
import { type BlobWalk, markOrphans, removeOrphans } from './sweep-orphans.ts';
import { sweepStore } from './sweep-store.ts';
import { sweepUploads } from './sweep-uploads.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export type BlobHousekeepingOptions = {
  database: Database;
  blobs: BlobStore;
  /** How long a blob that nothing points at is kept; ten minutes without it. */
  orphanGraceMs?: number;
  /** How old bytes are that the database does not know before they are removed; a day without it. */
  unknownGraceMs?: number;
  /** How often the whole blob store is compared with the database; a day without it. */
  compareEveryMs?: number;
  /** Told of a job that failed; it is tried again at its next time. */
  onTrouble?: (error: Error) => void;
};

/** Between two batches: the disk and the database are others' too. */
const restMs = 50;

/**
 * Keeps the blob store free of what nobody can reach: uploads that expired, blobs that no version has any more, bytes
 * that the database does not know. Any number of processes may do so. `stop` resolves when the batches under way are done.
 */
export function startBlobHousekeeping(options: BlobHousekeepingOptions): { stop(): Promise<void> } {
  const { database, compareEveryMs = dayMs } = options;
  let walk: BlobWalk | undefined;
  const jobs: Job[] = [
    { everyMs: minuteMs, restMs, batch: () => sweepUploads(options) },
    { everyMs: minuteMs, restMs, batch: () => removeOrphans(options, options.orphanGraceMs ?? 10 * minuteMs) },
    {
      everyMs: 5 * minuteMs,
      restMs,
      async batch() {
        walk = await markOrphans(database, walk);
        return walk !== undefined;
      },
    },
    {
      everyMs: compareEveryMs,
      firstAfterMs: compareEveryMs / 24, // not with every start
      async batch(signal) {
        await sweepStore(options, options.unknownGraceMs ?? dayMs, signal);
        return false;
      },
    },
  ];
  return runJobs(jobs, options.onTrouble);
}
