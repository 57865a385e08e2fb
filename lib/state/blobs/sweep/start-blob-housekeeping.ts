import type { BlobStore } from '#blobs';
import type { Database } from '#database';
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

/** A piece of work in small batches: every so often, and again at once while there is more. */
type Job = { everyMs: number; firstAfterMs?: number; batch(signal: AbortSignal): Promise<boolean> };

/**
 * Keeps the blob store free of what nobody can reach: uploads that expired, blobs that no version has any more, bytes
 * that the database does not know. Any number of processes may do so. `stop` resolves when the batches under way are done.
 */
export function startBlobHousekeeping(options: BlobHousekeepingOptions): { stop(): Promise<void> } {
  const { database, compareEveryMs = dayMs } = options;
  let walk: BlobWalk | undefined;
  const jobs: Job[] = [
    { everyMs: minuteMs, batch: () => sweepUploads(options) },
    { everyMs: minuteMs, batch: () => removeOrphans(options, options.orphanGraceMs ?? 10 * minuteMs) },
    {
      everyMs: 5 * minuteMs,
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
  const stopping = new AbortController();
  const loops = jobs.map((job) => runJob(job, stopping.signal, options.onTrouble ?? (() => {})));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Between two batches: the disk and the database are others' too. */
const betweenBatchesMs = 50;

async function runJob(job: Job, signal: AbortSignal, onTrouble: (error: Error) => void): Promise<void> {
  if (job.firstAfterMs !== undefined) await rest(job.firstAfterMs, signal);
  while (!signal.aborted) {
    let isMore = false;
    try {
      isMore = await job.batch(signal);
    } catch (error) {
      if (!signal.aborted) onTrouble(error instanceof Error ? error : new Error(String(error)));
    }
    await rest(isMore ? betweenBatchesMs : job.everyMs, signal);
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
