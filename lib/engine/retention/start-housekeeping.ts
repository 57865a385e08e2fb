import type { Retention } from '#contract';
import type { Database } from '#database';
import { indexBatch } from '../search/index-batch.ts';
import { expireRuns, expireTasks, type Sweep } from './expire-runs.ts';
import { purgeDeleted } from './purge-deleted.ts';
import { sweepIdempotency } from './sweep-idempotency.ts';

export type HousekeepingOptions = {
  /** For tasks without a retention of their own. `maximumRuns` is kept to for tasks with a schedule. */
  retention?: Retention;
  /** Told of a job that failed; it is tried again at its next time. */
  onTrouble?: (error: Error) => void;
};

/** A piece of work done in small batches: every so often, and again soon while there is more. */
type Job = { everyMs: number; batch(): Promise<boolean> };

/** A job with more to do rests this many times as long as its last batch took: a fifth of one connection at most. */
const restFactor = 4;
const shortestRestMs = 20;

/**
 * Keeps the database in order, off the hot path: brings new tasks into the search, removes what retention and deletion
 * left, forgets old idempotency keys. Any number of processes may do so; each batch is done by one. `stop` resolves
 * when the batches under way are done.
 */
export function startHousekeeping(database: Database, options: HousekeepingOptions = {}): { stop(): Promise<void> } {
  const retention = options.retention ?? {};
  const { maximumAgeInMs } = retention;
  let sweep: Sweep = { after: 0 };
  const jobs: Job[] = [
    { everyMs: 1_000, batch: () => indexBatch(database) },
    { everyMs: 5_000, batch: () => purgeDeleted(database) },
    { everyMs: 60_000, batch: () => sweepIdempotency(database) },
    {
      everyMs: 60_000,
      async batch() {
        const next = await expireRuns(database, retention, sweep);
        sweep = next ?? { after: 0 };
        return next !== undefined;
      },
    },
    ...(maximumAgeInMs === undefined ? [] : [{ everyMs: 60_000, batch: () => expireTasks(database, maximumAgeInMs) }]),
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

async function runJob(job: Job, signal: AbortSignal, onTrouble: (error: Error) => void): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    let isMore = false;
    try {
      isMore = await job.batch();
    } catch (error) {
      if (!signal.aborted) onTrouble(error instanceof Error ? error : new Error(String(error)));
    }
    const took = performance.now() - startedAt;
    await rest(isMore ? Math.max(shortestRestMs, took * restFactor) : job.everyMs, signal);
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const onAbort = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
