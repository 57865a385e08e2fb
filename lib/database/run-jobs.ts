/** Work done in small batches: at an interval, and again soon while there is more. */
export type Job = {
  everyMs: number;
  /** The delay before the first batch. Default: none. */
  firstAfterMs?: number;
  /** The rest between two batches while there is more. Default: long enough to leave most of a connection to others. */
  restMs?: number;
  /** Resolves with whether there may be more to do. */
  batch(signal: AbortSignal): Promise<boolean>;
};

/**
 * A job with more to do rests this many times as long as its last batch took, so it uses at most a fifth of a
 * connection.
 */
const restFactor = 4;
const shortestRestMs = 20;

/** Runs jobs until stopped. A failed job runs again at its next time. `stop` resolves when no batch is running. */
export function runJobs(jobs: readonly Job[], onTrouble: (error: Error) => void = () => {}): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = jobs.map((job) => runJob(job, stopping.signal, onTrouble));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/**
 * The batches of a job that walks through a table from `start`, as far as `next` goes at each call, and begins anew after
 * its end, where `next` resolves with `undefined`. What was removed at the beginning stays in the table and its indexes until
 * a vacuum, and a walk that goes on where it stopped does not read it again.
 */
export function sweeping<Position>(
  start: Position,
  next: (from: Position) => Promise<Position | undefined>,
): () => Promise<boolean> {
  let position = start;
  return async () => {
    const reached = await next(position);
    position = reached ?? start;
    return reached !== undefined;
  };
}

async function runJob(job: Job, signal: AbortSignal, onTrouble: (error: Error) => void): Promise<void> {
  if (job.firstAfterMs !== undefined) await rest(job.firstAfterMs, signal);
  while (!signal.aborted) {
    const startedAt = performance.now();
    let isMore = false;
    try {
      isMore = await job.batch(signal);
    } catch (error) {
      if (!signal.aborted) onTrouble(error instanceof Error ? error : new Error(String(error)));
    }
    const restMs = job.restMs ?? Math.max(shortestRestMs, (performance.now() - startedAt) * restFactor);
    await rest(isMore ? restMs : job.everyMs, signal);
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
