/** A piece of work done in small batches: every so often, and again soon while there is more. */
export type Job = {
  everyMs: number;
  /** Left out: at once. */
  firstAfterMs?: number;
  /** Between two batches while there is more; left out: as long as leaves most of a connection to others. */
  restMs?: number;
  /** Resolves with whether there may be more. */
  batch(signal: AbortSignal): Promise<boolean>;
};

/** A job with more to do rests this many times as long as its last batch took: a fifth of one connection at most. */
const restFactor = 4;
const shortestRestMs = 20;

/** Runs jobs until stopped; a job that failed is tried again at its next time. `stop` resolves when none is under way. */
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
