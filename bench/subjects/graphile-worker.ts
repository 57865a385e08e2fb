import { Logger, makeWorkerUtils, run, runMigrations } from 'graphile-worker';
import { answer, medianMs, perSecond } from './measure.ts';

await answer({
  /** One step per job, no journal: enqueued first, then worked off. */
  async jobs(request) {
    await runMigrations({ connectionString: request.databaseUrl });
    const utils = await makeWorkerUtils({ connectionString: request.databaseUrl });
    for (let sent = 0; sent < request.total; sent += 5_000) {
      const count = Math.min(5_000, request.total - sent);
      await utils.addJobs(
        Array.from({ length: count }, (_, index) => ({ identifier: 'job', payload: { n: sent + index } })),
      );
    }
    let done = 0;
    let finish: () => void = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    return perSecond(request.total, async () => {
      await run({
        connectionString: request.databaseUrl,
        concurrency: 200,
        maxPoolSize: 20,
        noHandleSignals: true,
        preset: { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        logger: quiet(),
        taskList: {
          job: async () => {
            done += 1;
            if (done === request.total) finish();
          },
        },
      });
      await finished;
    });
  },
  async latency(request) {
    await runMigrations({ connectionString: request.databaseUrl });
    const ended = new Map<number, () => void>();
    await run({
      connectionString: request.databaseUrl,
      concurrency: 10,
      noHandleSignals: true,
      logger: quiet(),
      taskList: {
        job: async (payload) => {
          ended.get((payload as { n: number }).n)?.();
        },
      },
    });
    const utils = await makeWorkerUtils({ connectionString: request.databaseUrl, logger: quiet() });
    return medianMs(request.total, async (n) => {
      const end = new Promise<void>((resolve) => ended.set(n, resolve));
      await utils.addJob('job', { n });
      await end;
      return undefined;
    });
  },
});

function quiet() {
  return new Logger(() => () => {});
}
