/** A piece of work done in small batches: every so often, and again soon while there is more. */
export type Job = { everyMs: number; batch(): Promise<boolean> };

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
